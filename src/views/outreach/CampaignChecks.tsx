import { Button } from "@blueprintjs/core"
import { TickCircle, WarningSign, Error as ErrorSign } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { Link } from "wouter"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import type { CheckedShare } from "#schemas/outreach/checkedPeople.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import type { CampaignTemplate } from "#schemas/outreach/campaignForm.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { namedZones } from "./WhoGetsWhat.tsx"

type Level = "problem" | "warning" | "ok"
type Line = {
  readonly id: string
  readonly level: Level
  readonly text: string
  readonly link?: ReactNode
  /** Whom it is about, and how many they are. */
  readonly people?: { readonly share: CheckedShare; readonly count: number }
}

const icons: Record<Level, ReactNode> = {
  problem: <ErrorSign size={16} />,
  warning: <WarningSign size={16} />,
  ok: <TickCircle size={16} />,
}

/** What stands in the way of people's texts, each with the way to where it is put right. */
const useTroubles = (
  check: CampaignCheck,
  type: ChannelName,
  template: CampaignTemplate | undefined,
): ReadonlyArray<Line> => {
  const words = useWords()
  const intl = useIntl()
  const zones = namedZones(check.zones, useZoneName())
  const people = (reason: ExclusionReason): number => check.excluded.find((one) => one.reason === reason)?.count ?? 0
  const toTemplate = template && (
    <Link href={`${factsOf(type).templatesPage}?id=${template.hashedId}`}>{words(`checks.template.${type}`)}</Link>
  )
  const toReplies = <Link href="/database">{words("checks.replies")}</Link>
  const excluding = (
    [
      ["missingVariable", "checks.missing", toTemplate],
      ["tooLong", "checks.tooLong", toTemplate],
      ["unclearReply", "checks.unclear", toReplies],
    ] as const
  ).flatMap(([reason, word, link]): ReadonlyArray<Line> => {
    const count = people(reason)
    return count === 0
      ? []
      : [{ id: reason, level: "warning", text: words(word, { people: count }), link, people: { share: reason, count } }]
  })
  const dear = type !== "SMS" ? [] : [...new Set(check.samples.flatMap(({ segments }) => segments.nonGsm))]
  const long = check.segments.reduce((sum, one) => (one.segments > 1 ? sum + one.people : sum), 0)
  const late = zones.filter(({ isLate }) => isLate).map(({ zone }) => zone)
  const line = (id: string, isThere: boolean, text: () => string, more: Partial<Line> = {}): ReadonlyArray<Line> =>
    isThere ? [{ id, level: "warning", text: text(), ...more }] : []
  return [
    ...(check.eligible === 0 ? [{ id: "nobody", level: "problem" as const, text: words("checks.nobody") }] : []),
    ...excluding,
    ...line(
      "characters",
      dear.length > 0,
      () =>
        words("checks.characters", {
          characters: intl.formatList(dear.map((character) => `“${character}”`)),
          count: dear.length,
        }),
      { link: toTemplate },
    ),
    ...line("segments", long > 0, () => words("checks.segments", { people: long }), {
      link: toTemplate,
      people: { share: "segments", count: long },
    }),
    ...line("late", late.length > 0, () => words(`checks.late.${type}`, { zone: intl.formatList(late) })),
  ]
}

const useGoods = (check: CampaignCheck, type: ChannelName): ReadonlyArray<Line> => {
  const words = useWords()
  const intl = useIntl()
  const zones = namedZones(check.zones, useZoneName())
  const held = check.held.reduce((sum, { people }) => sum + people, 0)
  const reasons = check.excluded.map(({ reason, count }) =>
    words("checks.leftOut.reason", { people: count, reason: factsOf(type).exclusions[reason] }),
  )
  const leftOut = check.total - check.eligible
  const ok = (id: string, text: string, people?: Line["people"]): Line => ({
    ...{ id, level: "ok", text },
    ...(people === undefined ? {} : { people }),
  })
  return [
    leftOut === 0
      ? ok("leftOut", words("checks.leftOut.none"))
      : ok(
          "leftOut",
          words("checks.leftOut", { people: leftOut, reasons: intl.formatList(reasons, { type: "unit" }) }),
          { share: "leftOut", count: leftOut },
        ),
    ...(held === 0
      ? []
      : [
          ok("held", words(`checks.held.${type}`, { people: held }), {
            share: "held",
            count: held,
          }),
        ]),
    ...(zones.length === 0 || zones.some(({ isLate }) => isLate)
      ? []
      : [ok("hours", words(`checks.hours.${type}`, { zones: zones.length }))]),
  ]
}

/** What a check found, worst first, each line with its people and the way to where it is put right. */
export const CampaignChecks = (props: {
  readonly check: CampaignCheck
  readonly type: ChannelName
  readonly template: CampaignTemplate | undefined
  /** Shows the people of a line. */
  readonly onOpen: (share: CheckedShare) => void
}) => {
  const words = useWords()
  const lines = [...useTroubles(props.check, props.type, props.template), ...useGoods(props.check, props.type)]
  return (
    <ul className="checks">
      {lines.map(({ id, level, text, link, people }) => (
        <li key={id} className={`checks-${level}`}>
          <span className="checks-icon" aria-hidden="true">
            {icons[level]}
          </span>
          <span>
            <span className="visually-hidden">{words(`checks.level.${level}`)}: </span>
            {text}
          </span>
          {people !== undefined && (
            <Button
              variant="minimal"
              size="small"
              text={words("checks.see", { people: people.count })}
              aria-label={words("checks.see.label", { people: people.count, line: text })}
              onClick={() => props.onOpen(people.share)}
            />
          )}
          {link}
        </li>
      ))}
    </ul>
  )
}
