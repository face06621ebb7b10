import { useIntl } from "react-intl"

/**
 * A stored number (E.164) as people write it: by the national custom where a
 * number is of the North American plan, else with its country code, as it is.
 */
export const phoneText = (phone: string): string => phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3")

/** Names languages in the reader's; `code` is an ISO 639 code. */
export const useLanguageName = (): ((code: string) => string) => {
  const intl = useIntl()
  return (code) => (code === "" ? "–" : (intl.formatDisplayName(code, { type: "language", fallback: "code" }) ?? code))
}

/** An instant by which every zone has the rules it has today; in 1970 Berlin knew no summer time. */
const recently = "2025-07-01T12:00:00Z"

/** Names IANA zones as people call them, the same in summer and winter: "Pacific Time". */
export const useZoneName = (): ((zone: string) => string) => {
  const intl = useIntl()
  return (zone) =>
    intl
      .formatDateToParts(recently, { timeZone: zone, timeZoneName: "longGeneric" })
      .find(({ type }) => type === "timeZoneName")?.value ?? zone
}
