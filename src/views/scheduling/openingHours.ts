import { useIntl } from "react-intl"
import type { Shift } from "#schemas/scheduling/locationDraft.ts"
import { wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The names of the weekdays in the interface’s language, Sunday first. */
export const useWeekdays = (): ReadonlyArray<string> => {
  const intl = useIntl()
  // 1 November 2026 is a Sunday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    intl.formatDate(`2026-11-0${day}T12:00:00Z`, { weekday: "long", timeZone: "UTC" }),
  )
}

/** The shifts of one day as they are read: "8:00 AM – 12:00 PM, 1:00 PM – 5:00 PM", or that it is closed. */
export const useShifts = (): ((shifts: ReadonlyArray<Shift>) => string) => {
  const words = useWords()
  const intl = useIntl()
  return (shifts) =>
    shifts.length === 0
      ? words("location.closed")
      : shifts
          .map(({ from, to }) => words("location.shift", { from: wallTimeIn(intl, from), to: wallTimeIn(intl, to) }))
          .join(", ")
}
