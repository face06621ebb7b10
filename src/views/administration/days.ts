const dayMillis = 86_400_000
const millisOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** How many days another day is later, both `YYYY-MM-DD`. */
export const daysFrom = (day: string, other: string): number =>
  Math.round((millisOf(other) - millisOf(day)) / dayMillis)

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(millisOf(day) + days * dayMillis).toISOString().slice(0, 10)

/** The days of a week, Monday first: the week of a day, or one so many weeks later. */
export const weekOf = (day: string, weeks: number): ReadonlyArray<string> => {
  const monday = dayAfter(day, weeks * 7 - ((new Date(millisOf(day)).getUTCDay() + 6) % 7))
  return [0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(monday, days))
}
