import type { ChannelName } from "#schemas/outreach/channel.ts"
import { stateWord } from "#schemas/outreach/recipientWords.ts"
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

/** The state of one person in a campaign, in the words of its channel. */
export const RecipientStateTag = (props: { readonly state: RecipientState; readonly channel: ChannelName }) => (
  <StateTag tone={recipientTones[props.state]}>
    <Word id={stateWord(props.state, props.channel)} />
  </StateTag>
)
