import { DateTime, Option, Schema } from "effect"
import { TrimmedText } from "./trimmedText.ts"
import { isCountry } from "./administration/countries.ts"

/** A text that must be there, of at most so many characters after trimming. */
export const text = (most: number, message: string) =>
  TrimmedText.check(Schema.isMinLength(1, { message }), Schema.isMaxLength(most, { message }))
/** A text that may be empty. */
export const shortText = (most: number) =>
  TrimmedText.check(Schema.isMaxLength(most, { message: `Use at most ${most} characters.` }))
/** A text of one line that may be empty. */
export const line = (most: number) =>
  shortText(most).check(Schema.isPattern(/^[^\p{Cc}]*$/u, { message: "Write it on one line." }))
/** A country’s two capital letters (ISO 3166-1). */
export const country = (message: string) =>
  Schema.String.check(Schema.makeFilter((code: string) => isCountry(code) || message))
export const Country = country("Enter the country’s two capital letters, for example US.")

/** An IANA time zone that exists; abbreviations and offsets do not say what happens in summer. */
export const Zone = Schema.String.check(
  Schema.makeFilter(
    (name: string) =>
      ((name.includes("/") || name === "UTC") && Option.isSome(DateTime.zoneMakeNamed(name))) ||
      "Choose a time zone, for example America/New_York.",
  ),
)

/** Where a letter would reach a place. */
export const postalAddress = {
  line1: text(120, "Enter street and number."),
  line2: shortText(120),
  city: text(80, "Enter the city."),
  state: shortText(80),
  zip: shortText(12),
  country: Country,
}

/** Whether a day is there: the thirtieth of February is none. */
const isOfCalendar = (day: string): boolean => {
  const at = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** A day that is on the calendar, `YYYY-MM-DD`. */
export const realDate = (message: string) =>
  Schema.String.check(
    Schema.makeFilter((day: string) => (/^(19|20|21)\d\d-\d\d-\d\d$/.test(day) && isOfCalendar(day)) || message),
  )

/** A time of day on the wall, `HH:mm`. */
export const WallTime = Schema.String.check(
  Schema.isPattern(/^([01]\d|2[0-3]):[0-5]\d$/u, { message: "Enter a time, for example 9:00 AM." }),
)
