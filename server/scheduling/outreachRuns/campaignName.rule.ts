/** How often another number is tried behind a name that is taken. */
const tries = 20

const shown = (date: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(new Date(`${date}T12:00:00Z`))

/**
 * What the campaign of a date may be called, the best name first: with the day, with the year where a campaign of an
 * earlier year has that name, and with a number.
 */
export const campaignNames = (run: string, date: string): ReadonlyArray<string> => {
  const day = shown(date, { month: "short", day: "numeric" })
  const full = `${run}, ${day}, ${date.slice(0, 4)}`
  return [`${run}, ${day}`, full, ...Array.from({ length: tries }, (_, index) => `${full} (${index + 2})`)]
}
