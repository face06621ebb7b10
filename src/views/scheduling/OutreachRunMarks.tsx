import type { Occurrence, OccurrenceState, OutreachRunState } from "#schemas/scheduling/outreachRun.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const runTones: Record<OutreachRunState, Tone> = {
  active: "active",
  paused: "warning",
  ended: "neutral",
  deleted: "danger",
}
const dateTones: Record<OccurrenceState, Tone> = {
  planned: "info",
  skipped: "neutral",
  launched: "success",
  failed: "danger",
  missed: "warning",
}

/** The state of an outreach run as a mark with its name. */
export const OutreachRunStateTag = ({ state }: { readonly state: OutreachRunState }) => (
  <StateTag tone={runTones[state]}>
    <Word id={`runs.state.${state}`} />
  </StateTag>
)

/** What became of a date of a run, or is to become of it; a campaign that waits for a second person was not sent. */
export const OccurrenceTag = (props: { readonly state: OccurrenceState; readonly campaign?: Occurrence["campaign"] }) =>
  props.campaign?.state === "unconfirmed" ? (
    <StateTag tone="warning">
      <Word id="campaign.state.unconfirmed" />
    </StateTag>
  ) : (
    <StateTag tone={dateTones[props.state]}>
      <Word id={`runs.date.${props.state}`} />
    </StateTag>
  )
