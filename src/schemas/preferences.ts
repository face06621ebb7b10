import { Schema } from "effect"
import { Zone } from "./fields.ts"
import { interfaceLanguages, isInterfaceLanguage } from "./interfaceLanguages.ts"

/** How the product shows itself to a person, on every device (docs/policy.md#profile). */
export const Preferences = Schema.Struct({
  /** The language of the interface. */
  language: Schema.Literals(Object.keys(interfaceLanguages).filter(isInterfaceLanguage)),
  /** IANA zone that times are shown in where nothing else is said; null for that of the company they work for. */
  timezone: Schema.NullOr(Zone),
  /** "Nov 19, 2026" or "19 Nov 2026"; a day is also written in this order. */
  dateFormat: Schema.Literals(["monthFirst", "dayFirst"]),
  /** "2:30 PM" or "14:30". */
  timeFormat: Schema.Literals(["12", "24"]),
  /** The height of rows in lists. */
  density: Schema.Literals(["compact", "comfortable"]),
}).annotate({ identifier: "Preferences" })
export type Preferences = typeof Preferences.Type

/** What holds for who has chosen nothing. */
export const usualPreferences: Preferences = {
  language: "en",
  timezone: null,
  dateFormat: "monthFirst",
  timeFormat: "12",
  density: "compact",
}
