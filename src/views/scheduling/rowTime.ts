import { useIntl } from "react-intl"
import type { GridRow } from "#schemas/scheduling/weekGrid.ts"
import { useToldApart, wallTimeIn } from "#views/parts/Time.tsx"

/** When a row of the week begins, on one of its days or on all; of two equal times in autumn, which one. */
export const useRowTime = (): ((of: GridRow, day?: number) => string) => {
  const intl = useIntl()
  const toldApart = useToldApart()
  return ({ start, isLater, repeated }, day) => {
    const time = wallTimeIn(intl, start)
    // The first of the two is the time of the other days as well.
    return repeated !== undefined && (isLater || day === repeated.day)
      ? toldApart(time, repeated.startsAt, repeated.zone)
      : time
  }
}
