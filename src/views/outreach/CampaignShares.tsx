import type { ChannelName } from "#schemas/outreach/channel.ts"
import { answered, peopleIn, progressOf, type ProgressPart } from "#schemas/outreach/progress.ts"
import type { Counts } from "#schemas/outreach/recipient.ts"
import { Shares, type ShareTone } from "#views/parts/Progress.tsx"
import { useWords } from "#views/parts/Words.tsx"

const partTones: Record<ProgressPart, ShareTone> = {
  delivered: "success",
  underway: "active",
  waiting: "neutral",
  held: "warning",
  failed: "danger",
  leftOut: "absent",
  cancelled: "absent",
}

/** A campaign's people as one bar with the numbers beneath; `quiet`, for lists, says only those that matter most. */
export const CampaignShares = (props: {
  readonly type: ChannelName
  readonly counts: Counts
  readonly total: number
  readonly quiet?: boolean
  /** Where the people of a share are. */
  readonly hrefOf?: (part: ProgressPart) => string
}) => {
  const words = useWords()
  const parts = progressOf(props.counts)
  const people = (wanted: ProgressPart): number => parts.find(({ part }) => part === wanted)?.people ?? 0
  const said = words(`progress.bar.${props.type}`, {
    delivered: people("delivered"),
    total: props.total,
    failed: people("failed"),
    held: people("held"),
  })
  const ended = people("delivered") + people("failed") + people("leftOut")
  const shares = (
    <Shares
      label={said}
      quiet={props.quiet ?? false}
      parts={parts
        .filter((part) => part.people > 0 || part.part === "delivered" || part.part === "failed")
        .map((part) => ({
          name: words(
            part.part === "delivered" || part.part === "failed"
              ? `progress.${part.part}.${props.type}`
              : `progress.${part.part}`,
          ),
          value: part.people,
          tone: partTones[part.part],
          ...(props.hrefOf === undefined || part.people === 0 ? {} : { href: props.hrefOf(part.part) }),
        }))}
    />
  )
  const replied = peopleIn(props.counts, answered)
  return props.quiet === true ? (
    <div className="progress-cell">
      {shares}
      <span className="number" title={said} aria-hidden="true">
        {words("progress.percent", { part: props.total === 0 ? 0 : ended / props.total })}
      </span>
    </div>
  ) : (
    <>
      {shares}
      {replied > 0 && (
        <p className="small muted">
          {words(`progress.ofDelivered.${props.type}`, { replied, optedOut: peopleIn(props.counts, ["optedOut"]) })}
        </p>
      )}
    </>
  )
}
