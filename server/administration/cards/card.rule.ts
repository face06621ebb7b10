import type { CardExpiry } from "#schemas/administration/card.ts"

/** The month after one, `YYYY-MM`. */
const monthAfter = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`
}

/** Where a card stands before its end on a day, `YYYY-MM-DD`: it is good to the last day of its month (docs/policy.md#cards). */
export const expiryOf = (lastMonth: string, today: string): CardExpiry => {
  const month = today.slice(0, 7)
  if (lastMonth < month) return "expired"
  if (lastMonth === month) return "thisMonth"
  return lastMonth === monthAfter(month) ? "nextMonth" : "later"
}

/** The last day of a month, `YYYY-MM-DD`. */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split("-").map(Number)
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** A month as a card says it. */
export const monthOf = (expYear: number, expMonth: number): string => `${expYear}-${String(expMonth).padStart(2, "0")}`
