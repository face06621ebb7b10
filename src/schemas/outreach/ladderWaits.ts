/** The units of a wait, each in minutes. */
export const waitUnits = { minutes: 1, hours: 60, days: 1_440 } as const
export type WaitUnit = keyof typeof waitUnits

/** A wait as it is filled in; null while no number is written. */
export type Wait = { readonly wait: number | null; readonly unit: WaitUnit }

/** A wait in the largest unit that says it without a fraction. */
export const waitOf = (minutes: number): Wait => {
  const unit = (["days", "hours"] as const).find((one) => minutes >= waitUnits[one] && minutes % waitUnits[one] === 0)
  return { wait: minutes / waitUnits[unit ?? "minutes"], unit: unit ?? "minutes" }
}
