import { useIntl } from "react-intl"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { Time, useZoneName } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { WhichLanguage } from "./WhichLanguage.tsx"

type Zone = CampaignCheck["zones"][number]

const hourMillis = 3_600_000
/** Hours between two lines of the axis, and how many lines there are at most. */
const strides = [1, 2, 3, 6, 12, 24, 48, 96] as const
const mostLines = 8

/** Zones with one usual name are one row: the same clock under two names. */
export const namedZones = (zones: ReadonlyArray<Zone>, nameOf: (zone: string) => string): ReadonlyArray<Zone> =>
  [...Map.groupBy(zones, ({ zone }) => nameOf(zone))]
    .map(([zone, same]) => ({
      zone,
      people: same.reduce((sum, { people }) => sum + people, 0),
      from: same.reduce((first, { from }) => (from < first ? from : first), same[0]?.from ?? ""),
      to: same.reduce((last, { to }) => (to > last ? to : last), ""),
      isLate: same.some(({ isLate }) => isLate),
    }))
    .sort((one, other) => (one.from === other.from ? other.people - one.people : one.from < other.from ? -1 : 1))

/** The shared hours of all rows: whole hours, at least two of them. */
const axisOf = (zones: ReadonlyArray<Zone>) => {
  const from = Math.floor(Math.min(...zones.map((zone) => Date.parse(zone.from))) / hourMillis)
  const to = Math.max(from + 2, Math.ceil(Math.max(...zones.map((zone) => Date.parse(zone.to))) / hourMillis + 0.5))
  const stride = strides.find((hours) => (to - from) / hours <= mostLines) ?? 168
  const lines = Array.from({ length: Math.ceil((to - from) / stride) }, (_, line) => from + line * stride)
  const part = (at: number): number => ((at / hourMillis - from) / (to - from)) * 100
  return { lines: lines.map((hour) => ({ at: hour * hourMillis, part: part(hour * hourMillis) })), part }
}

const Zones = ({ check }: { readonly check: CampaignCheck }) => {
  const words = useWords()
  const numbers = useNumbers()
  const intl = useIntl()
  const rows = namedZones(check.zones, useZoneName())
  const { lines, part } = axisOf(rows)
  const dayOf = (at: number | string): string => intl.formatDate(at, { month: "short", day: "numeric" })
  const isLong = rows.some(({ to }) => Date.parse(to) - Date.parse(rows[0]?.from ?? to) > 24 * hourMillis)
  const isOneDay = new Set(rows.flatMap(({ from, to }) => [dayOf(from), dayOf(to)])).size === 1
  const day = isLong ? ({ month: "short", day: "numeric" } as const) : {}
  const tick = (at: number, index: number): string =>
    !isOneDay && (index === 0 || dayOf(at) !== dayOf(lines[index - 1]?.at ?? at))
      ? dayOf(at)
      : intl.formatDate(at, { hour: "numeric" })
  return (
    <table className="zones">
      <caption className="visually-hidden">{words("who.zones")}</caption>
      <thead>
        <tr>
          <th scope="col">{words("who.zone")}</th>
          <th scope="col" className="cell-end">
            {words("who.people")}
          </th>
          <th scope="col" className="zones-axis">
            <span className="visually-hidden">{words("who.span")}</span>
            <span aria-hidden="true" className="zones-scale">
              {lines.map(({ at, part: start }, index) => (
                <span key={at} style={{ insetInlineStart: `${start}%` }}>
                  {tick(at, index)}
                </span>
              ))}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ zone, people, from, to }) => {
          const [start, end] = [part(Date.parse(from)), part(Date.parse(to))]
          const said = intl.formatDateTimeRange(new Date(from), new Date(to), {
            ...day,
            hour: "numeric",
            minute: "2-digit",
          })
          return (
            <tr key={zone}>
              <th scope="row">{zone}</th>
              <td className="cell-end">{numbers(people)}</td>
              <td className="zones-axis">
                <span className="zones-track">
                  {lines.map((line) => (
                    <span
                      key={line.at}
                      className="zones-line"
                      aria-hidden="true"
                      style={{ insetInlineStart: `${line.part}%` }}
                    />
                  ))}
                  <span
                    className="zones-bar"
                    aria-hidden="true"
                    style={{ insetInlineStart: `${start}%`, inlineSize: `${end - start}%` }}
                  />
                  <span
                    className="zones-said"
                    style={start > 55 ? { insetInlineEnd: `${100 - start}%` } : { insetInlineStart: `${end}%` }}
                  >
                    {said}
                  </span>
                </span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Who gets how many segments when: the figures, and the hours of each time zone on one axis. */
export const WhoGetsWhat = ({ check, type }: { readonly check: CampaignCheck; readonly type: ChannelName }) => {
  const words = useWords()
  const numbers = useNumbers()
  const last = check.zones
    .map(({ to }) => to)
    .toSorted()
    .at(-1)
  const long = check.segments.filter(({ segments }) => segments > 1)
  const most = long.toSorted((one, other) => other.people - one.people)[0]
  return (
    <>
      <Figures label={words("who.title")}>
        <Figure name={words("who.people")} value={numbers(check.eligible)}>
          {words("who.leftOut", { people: check.total - check.eligible })}
        </Figure>
        {type === "SMS" && (
          <Figure
            name={words("who.segments")}
            value={numbers(check.segments.reduce((sum, { segments, people }) => sum + segments * people, 0))}
          >
            {most === undefined
              ? words("who.segments.one")
              : words("who.segments.more", { people: most.people, segments: most.segments })}
          </Figure>
        )}
        {last !== undefined && <Figure name={words(`who.last.${type}`)} value={<Time at={last} />} />}
      </Figures>
      <WhichLanguage check={check} type={type} />
      {check.zones.length > 0 && <Zones check={check} />}
    </>
  )
}
