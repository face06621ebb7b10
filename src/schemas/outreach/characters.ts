/** A character outside the GSM alphabet: its name, and what says the same inside it. */
type Character = { readonly name: string; readonly plain: string | null }

/**
 * The characters that most often force UCS-2, as word processors put them in.
 * Replacements keep the meaning (docs/policy.md#messages).
 */
const characters: Readonly<Record<string, Character>> = {
  "\u2018": { name: "left single quotation mark", plain: "'" },
  "\u2019": { name: "curly apostrophe", plain: "'" },
  "\u201a": { name: "low quotation mark", plain: "'" },
  "\u201b": { name: "reversed quotation mark", plain: "'" },
  "\u201c": { name: "left double quotation mark", plain: '"' },
  "\u201d": { name: "right double quotation mark", plain: '"' },
  "\u201e": { name: "low double quotation mark", plain: '"' },
  "\u00ab": { name: "left angle quotation mark", plain: '"' },
  "\u00bb": { name: "right angle quotation mark", plain: '"' },
  "\u2032": { name: "prime", plain: "'" },
  "\u2033": { name: "double prime", plain: '"' },
  "\u00b4": { name: "acute accent", plain: "'" },
  "\u0060": { name: "grave accent", plain: "'" },
  "\u2010": { name: "hyphen", plain: "-" },
  "\u2011": { name: "non-breaking hyphen", plain: "-" },
  "\u2012": { name: "figure dash", plain: "-" },
  "\u2013": { name: "en dash", plain: "-" },
  "\u2014": { name: "em dash", plain: "-" },
  "\u2015": { name: "horizontal bar", plain: "-" },
  "\u2212": { name: "minus sign", plain: "-" },
  "\u2026": { name: "ellipsis", plain: "..." },
  "\u2022": { name: "bullet", plain: "-" },
  "\u00b7": { name: "middle dot", plain: "-" },
  "\u00a0": { name: "non-breaking space", plain: " " },
  "\u2002": { name: "wide space", plain: " " },
  "\u2003": { name: "wide space", plain: " " },
  "\u2007": { name: "figure space", plain: " " },
  "\u2009": { name: "thin space", plain: " " },
  "\u202f": { name: "narrow non-breaking space", plain: " " },
  "\u200b": { name: "zero-width space", plain: "" },
  "\u200d": { name: "zero-width joiner", plain: null },
  "\ufeff": { name: "byte order mark", plain: "" },
  "\u0009": { name: "tab", plain: " " },
  "\u2122": { name: "trade mark sign", plain: "(TM)" },
  "\u00ae": { name: "registered sign", plain: "(R)" },
  "\u00a9": { name: "copyright sign", plain: "(C)" },
  "\u00bd": { name: "one half", plain: "1/2" },
  "\u00bc": { name: "one quarter", plain: "1/4" },
  "\u00be": { name: "three quarters", plain: "3/4" },
  "\u00b0": { name: "degree sign", plain: null },
}

/** How a character is shown where it would be invisible or is a combination. */
const codeOf = (character: string): string =>
  Array.from(character, (part) => `U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`).join(
    " ",
  )

const withoutAccent = (character: string): string | null => {
  const plain = character.normalize("NFD").replaceAll(/\p{M}/gu, "")
  return plain !== character && /^[A-Za-z]$/.test(plain) ? plain : null
}

/**
 * A character in words, and the plain text that may stand in its place; null when
 * there is none and only rewriting helps (an emoji, another script).
 */
export const describeCharacter = (
  character: string,
): { readonly shown: string; readonly name: string; readonly plain: string | null } => {
  const known = characters[character]
  const shown = /^[\p{Z}\p{C}\p{M}]+$/u.test(character) ? codeOf(character) : character
  if (known !== undefined) return { shown, ...known }
  if (/\p{Extended_Pictographic}/u.test(character)) return { shown, name: "emoji", plain: "" }
  const plain = withoutAccent(character)
  return { shown, name: plain === null ? codeOf(character) : `accented ${plain}`, plain }
}

/** A text with every occurrence of some characters replaced by what stands for them. */
export const replaceCharacters = (text: string, wanted: ReadonlyArray<string>): string =>
  wanted.reduce((replaced, character) => {
    const { plain } = describeCharacter(character)
    return plain === null ? replaced : replaced.replaceAll(character, plain)
  }, text)
