import type { RecipientState } from "#schemas/outreach/recipient.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const recipientTones: Record<RecipientState, Tone> = {
  queued: "neutral",
  excluded: "neutral",
  held: "info",
  sending: "active",
  unknown: "warning",
  sent: "active",
  delivered: "success",
  replied: "success",
  failed: "danger",
  optedOut: "warning",
  cancelled: "neutral",
}

/** The state of one person in a campaign. */
export const RecipientStateTag = ({ state }: { readonly state: RecipientState }) => (
  <StateTag tone={recipientTones[state]}>
    <Word id={`recipient.state.${state}`} />
  </StateTag>
)
