import {
  isLaunchConfirmed,
  typedConfirmationAbove,
  type CampaignsEvent,
  type CampaignsSnapshot,
} from "#machines/outreach/campaigns.machine.ts"
import type { Campaign, CampaignCheck } from "#schemas/outreach/campaign.ts"
import { ConfirmDialog } from "#views/parts/ConfirmDialog.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

type Props = Seen<CampaignsSnapshot, CampaignsEvent>

const sum = (rows: ReadonlyArray<{ readonly people: number }>): number =>
  rows.reduce((total, { people }) => total + people, 0)

/** People the campaign has not reached yet: those whom a cancellation concerns. */
const waiting = ({ counts, total, launchedOn }: Campaign): number =>
  launchedOn === null ? total : (counts["queued"] ?? 0) + (counts["held"] ?? 0)

const Effects = ({ subject, check }: { readonly subject: Campaign; readonly check: CampaignCheck }) => {
  const words = useWords()
  const excluded = check.excluded.reduce((total, { count }) => total + count, 0)
  const held = sum(check.held)
  return (
    <>
      <p>{words("campaign.launch.text", { people: check.eligible, name: subject.name })}</p>
      {subject.startAt !== null && (
        <p>
          <Word id="campaign.launch.scheduled" values={{ time: <Time at={subject.startAt} /> }} />
        </p>
      )}
      {excluded > 0 && <p>{words("campaign.launch.excluded", { people: excluded })}</p>}
      {held > 0 && <p>{words("campaign.launch.held", { people: held })}</p>}
      {check.eligible > 0 && <p className="muted">{words("campaign.launch.undo")}</p>}
      {check.eligible === 0 && <Notice intent="warning">{words("campaign.create.nobody")}</Notice>}
    </>
  )
}

const Typed = ({ snapshot, send, people }: Props & { readonly people: number }) => {
  const words = useWords()
  return (
    <div className="field">
      <label htmlFor="launch-typed">{words("campaign.launch.type", { people })}</label>
      <input
        id="launch-typed"
        className="input"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        value={snapshot.context.typed}
        disabled={snapshot.matches("launching")}
        onChange={(event) => send({ type: "typed.changed", typed: event.currentTarget.value })}
      />
    </div>
  )
}

const LaunchDialog = ({ snapshot, send }: Props) => {
  const words = useWords()
  const { subject, check } = snapshot.context
  const checking = snapshot.matches("checkingLaunch")
  const launching = snapshot.matches("launching")
  return (
    <ConfirmDialog
      open={checking || launching || snapshot.matches("confirmingLaunch")}
      busy={launching}
      unready={!isLaunchConfirmed(snapshot)}
      title={words("campaign.launch.title")}
      message={
        <div className="launch">
          {checking && <p>{words("campaign.launch.checking")}</p>}
          {checking && <Skeleton lines={2} />}
          {!checking && subject !== null && check !== null && <Effects subject={subject} check={check} />}
          {!checking && check !== null && check.eligible > typedConfirmationAbove && (
            <Typed snapshot={snapshot} send={send} people={check.eligible} />
          )}
        </div>
      }
      cancelLabel={words("part.cancel")}
      confirmLabel={words("campaign.launch")}
      onCancel={() => send({ type: "dismiss.pressed" })}
      onConfirm={() => send({ type: "confirm.pressed" })}
    />
  )
}

/** The questions before something is done to a campaign: each says whom it concerns. */
export const CampaignConfirmations = ({ snapshot, send }: Props) => {
  const words = useWords()
  const { subject } = snapshot.context
  if (subject === null) return null
  const cancelling = snapshot.matches("cancelling")
  const deleting = snapshot.matches("deleting")
  return (
    <>
      <LaunchDialog snapshot={snapshot} send={send} />
      <ConfirmDialog
        open={cancelling || snapshot.matches("confirmingCancel")}
        busy={cancelling}
        destructive
        title={words("campaign.cancel.title")}
        message={words("campaign.cancel.text", { people: waiting(subject) })}
        cancelLabel={words("campaign.cancel.keep")}
        confirmLabel={words("campaign.cancel")}
        onCancel={() => send({ type: "dismiss.pressed" })}
        onConfirm={() => send({ type: "confirm.pressed" })}
      />
      <ConfirmDialog
        open={deleting || snapshot.matches("confirmingDelete")}
        busy={deleting}
        destructive
        title={words("campaign.delete.title")}
        message={words("campaign.delete.text", { name: subject.name })}
        cancelLabel={words("part.cancel")}
        confirmLabel={words("campaign.delete")}
        onCancel={() => send({ type: "dismiss.pressed" })}
        onConfirm={() => send({ type: "confirm.pressed" })}
      />
    </>
  )
}
