import { useIntl } from "react-intl"

/** The names of the weekdays in the interface’s language, Sunday first. */
export const useWeekdays = (): ReadonlyArray<string> => {
  const intl = useIntl()
  // 1 November 2026 is a Sunday.
  return [1, 2, 3, 4, 5, 6, 7].map((day) =>
    intl.formatDate(`2026-11-0${day}T12:00:00Z`, { weekday: "long", timeZone: "UTC" }),
  )
}
