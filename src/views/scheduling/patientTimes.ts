import { repetitionOf, shortZoneName } from "#schemas/repeatedTime.ts"
import type { PatientLanguage } from "#schemas/scheduling/patientBooking.ts"
import { patientWord } from "#schemas/scheduling/patientWords.ts"

const tags: Readonly<Record<PatientLanguage, string>> = { en: "en-US", es: "es-US" }

const written = (
  at: string,
  timeZone: string,
  language: PatientLanguage,
  options: Intl.DateTimeFormatOptions,
): string => new Intl.DateTimeFormat(tags[language], { ...options, timeZone }).format(Date.parse(at))

/** A day in full, as `Friday, November 20`. */
export const longDayOf = (at: string, zone: string, language: PatientLanguage): string =>
  written(at, zone, language, { weekday: "long", month: "long", day: "numeric" })

/** A day in short, as `Fri, Nov 20`. */
export const dayOf = (at: string, zone: string, language: PatientLanguage): string =>
  written(at, zone, language, { weekday: "short", month: "short", day: "numeric" })

/** A time, as `9:30 AM`; where the clock shows it twice, as `1:30 AM EST (second)`. */
export const timeOf = (at: string, zone: string, language: PatientLanguage): string => {
  const time = written(at, zone, language, { hour: "numeric", minute: "2-digit" })
  const which = repetitionOf(Date.parse(at), zone)
  return which === undefined
    ? time
    : `${time} ${shortZoneName(Date.parse(at), zone, tags[language])} (${patientWord(language, which)})`
}

/** The zone of a place as people call it, as `Eastern Time`. */
export const zoneOf = (at: string, timeZone: string, language: PatientLanguage): string =>
  new Intl.DateTimeFormat(tags[language], { timeZone, timeZoneName: "longGeneric" })
    .formatToParts(Date.parse(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone

/** How long a visit is, in minutes. */
export const minutesOfVisit = ({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }): number =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)
