import type { Pronunciation } from "#schemas/administration/companyDraft.ts"

/**
 * A text as a company says it: each of its words in place of the written one, whatever the case, and only where it
 * stands alone. The longest word that fits counts, and what is put in is not replaced again.
 */
export const pronounced = (text: string, pronunciations: ReadonlyArray<Pronunciation>): string => {
  if (pronunciations.length === 0) return text
  const said = new Map(pronunciations.map(({ word, saidAs }) => [word.toLowerCase(), saidAs]))
  const words = pronunciations.map(({ word }) => word)
  const longestFirst = words.toSorted((one, other) => other.length - one.length)
  const written = longestFirst.map((word) => word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)).join("|")
  const word = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])(?:${written})(?![\p{L}\p{M}\p{N}])`, "giu")
  return text.replaceAll(word, (found) => said.get(found.toLowerCase()) ?? found)
}
