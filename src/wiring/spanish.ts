import type { IntlShape } from "react-intl"
import sentences from "#schemas/sentences.es.json" with { type: "json" }
import { sentencesIn } from "./sentences.ts"
import type { Translation } from "./spokenLanguage.ts"

const files = import.meta.glob<Readonly<Record<string, string>>>(
  ["../schemas/**/*.es.json", "!../schemas/session/words.es.json", "!../schemas/sentences.es.json"],
  { eager: true, import: "default" },
)

/** "nov 19, 2026": no region of Spanish puts the month first where it is a word, but who chose that order has it. */
const monthFirst = (intl: IntlShape): IntlShape => ({
  ...intl,
  formatDate: (...asked) => {
    const parts = intl.formatDateToParts(...asked)
    const at = (type: Intl.DateTimeFormatPartTypes): number => parts.findIndex((part) => part.type === type)
    const [day, month, year] = [at("day"), at("month"), at("year")]
    if (day < 0 || month < day) return intl.formatDate(...asked)
    const text = (from: number, to?: number): string =>
      parts
        .slice(from, to)
        .map(({ value }) => value)
        .join("")
    const after = year > month ? `, ${text(year)}` : text(month + 1)
    return `${text(0, day)}${text(month, month + 1)} ${text(day, day + 1)}${after}`
  },
})

/** The interface in Spanish (docs/architecture.md#words). */
export const spanish: Translation = {
  words: Object.assign({}, ...Object.values(files)),
  say: sentencesIn(sentences),
  monthFirst,
}
