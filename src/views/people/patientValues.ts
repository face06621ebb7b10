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
