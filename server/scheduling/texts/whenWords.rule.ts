import { repetitionOf } from "#schemas/repeatedTime.ts"

const inTexts = (text: string): string => text.replaceAll(/\s/g, " ")

/**
 * The day and the time of an appointment as a text writes them, on the wall of its location: with plain blanks, since
 * a narrow one would make the text twice as dear. Where the clock shows the time twice, its zone says which it is.
 * @param startsAt ISO 8601
 * @param language a BCP 47 tag
 */
export const whenWords = (startsAt: string, timeZone: string, language: string) => {
  const at = new Date(startsAt)
  const words = (options: Intl.DateTimeFormatOptions) =>
    inTexts(new Intl.DateTimeFormat(language, { timeZone, ...options }).format(at))
  const isRepeated = repetitionOf(at.getTime(), timeZone) !== undefined
  return {
    appointmentDate: words({ weekday: "long", month: "long", day: "numeric" }),
    appointmentTime: words({ hour: "numeric", minute: "2-digit", ...(isRepeated ? { timeZoneName: "short" } : {}) }),
  }
}
