import { escapedText } from "#server/http/markup.rule.ts"
import { placePattern } from "#server/outreach/translations/placeholders.rule.ts"

/** A line of a text, or the words of a default: plain text, and what stays as it is by its number. */
export type Line = ReadonlyArray<string | number>

/** A text as a service gets it, line by line. */
export type CutText = {
  /** Each is translated by itself; what has nothing to translate is not among them. */
  readonly lines: ReadonlyArray<Line>
  /** What stays as it is, by number. */
  readonly kept: ReadonlyArray<string>
  /** The text with its lines translated. */
  readonly join: (translated: ReadonlyArray<Line>) => string
}

const letters = /\p{L}/u
/** A link to the end of its last word, with the values in it. */
const link = String.raw`https?://(?:${placePattern}|[^\s{}<>"'。，！？；：、）」』”])+(?<![.,;:!?)])`
/** The word that opts out in every language. */
const optOut = String.raw`(?<![\p{Script=Latin}\p{N}])STOP(?![\p{Script=Latin}\p{N}])`

/** A letter right before or after makes another word of it; of a word in Latin letters, those alone. */
const borderOf = (name: string): string =>
  /\p{Script=Latin}/u.test(name) ? String.raw`\p{Script=Latin}` : String.raw`\p{L}`

const quoted = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)

const stays = (names: ReadonlyArray<string>): RegExp => {
  const whole = names
    .toSorted((one, other) => other.length - one.length)
    .map((name) => String.raw`(?<![${borderOf(name)}\p{N}])${quoted(name)}(?![${borderOf(name)}\p{N}])`)
  return new RegExp([link, placePattern, ...whole, optOut, String.raw`\n`].join("|"), "gu")
}

/** The words that stand for a value that is missing. */
const fallback = /(default\s*:\s*)(["'])([^"'{}]*)\2/

/** A place with other words for a missing value; with its own where there are none or they could end it. */
const withFallback = (place: string, words: string): string =>
  words === "" || /["'{}]/.test(words)
    ? place
    : place.replace(fallback, (_, start: string, quote: string) => start + quote + words + quote)

/** Whether a line has words, apart from what stays. */
export const isTranslated = (line: Line): boolean => line.some((part) => typeof part === "string" && letters.test(part))

/**
 * Cuts a text for a service: line by line, since services join lines, and with what stays as it is apart, which are
 * values, choices, links, STOP, and names. The words of a `default` are a line of their own.
 * @param names what stays as it is wherever it stands as a whole word
 */
export const cutText = (text: string, names: ReadonlyArray<string>): CutText => {
  const kept: Array<string> = []
  const lines: Array<Array<string | number>> = [[]]
  let end = 0
  const add = (part: string | number) => void (part !== "" && lines.at(-1)?.push(part))
  const staying = stays(names)
  for (const { 0: found, index } of text.matchAll(staying)) {
    add(text.slice(end, index))
    end = index + found.length
    if (found === "\n") lines.push([])
    else add(kept.push(found) - 1)
  }
  add(text.slice(end))
  const fallbacks = kept.flatMap((place, id) => {
    // Those of a link are part of its address, and a name stays where it stands for a value too.
    const words = place.startsWith("{{") ? (fallback.exec(place)?.[3] ?? "") : ""
    return letters.test(words) && words.search(staying) === -1 ? [{ id, words }] : []
  })
  const sent = lines.filter(isTranslated)
  return {
    lines: [...sent, ...fallbacks.map(({ words }) => [words])],
    kept,
    join: (translated) => {
      const now = [...kept]
      fallbacks.forEach(({ id }, at) => {
        now[id] = withFallback(now[id] ?? "", (translated[sent.length + at] ?? []).join("").trim())
      })
      const said = ([...line]: Line): string =>
        line.map((part) => (typeof part === "number" ? (now[part] ?? "") : part)).join("")
      return lines.map((line) => said(isTranslated(line) ? (translated[sent.indexOf(line)] ?? line) : line)).join("\n")
    },
  }
}

/** A line with what stays marked, and the blanks around it apart, which services drop. */
export const markedLine = (
  line: Line,
  kept: ReadonlyArray<string>,
  mark: (id: number, kept: string) => string,
): { readonly marked: string; readonly before: string; readonly after: string } => {
  const whole = line
    .map((part) => (typeof part === "number" ? mark(part, escapedText(kept[part] ?? "")) : escapedText(part)))
    .join("")
  const [before = ""] = /^\s*/.exec(whole) ?? []
  const [after = ""] = /\s*$/.exec(whole.slice(before.length)) ?? []
  return { marked: whole.trim(), before, after }
}
