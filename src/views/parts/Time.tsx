import { useIntl } from "react-intl"

const instantOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
} as const
const dateOptions = { year: "numeric", month: "short", day: "numeric", timeZone: "UTC" } as const

/**
 * An instant in a zone, always labelled with it (docs/architecture.md#time).
 * @param at ISO 8601 in UTC
 * @param zone IANA zone whose wall time is shown; the company's when absent
 */
export const Time = ({ at, zone }: { readonly at: string; readonly zone?: string | undefined }) => {
  const intl = useIntl()
  const options = zone === undefined ? instantOptions : { ...instantOptions, timeZone: zone }
  return (
    <time dateTime={at} title={zone ?? intl.timeZone} className="time">
      {intl.formatDate(at, options)}
    </time>
  )
}

/** A calendar date (`YYYY-MM-DD`), the same in every zone. */
export const Day = ({ on }: { readonly on: string }) => {
  const intl = useIntl()
  return (
    <time dateTime={on} className="time">
      {intl.formatDate(`${on}T00:00:00Z`, dateOptions)}
    </time>
  )
}
