import { useIntl } from "react-intl"
import type { Shift } from "#schemas/scheduling/locationDraft.ts"
import { wallTimeIn } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

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
