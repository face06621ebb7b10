import type { ChannelName } from "#schemas/outreach/channel.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import type { Counts } from "#schemas/outreach/recipient.ts"
import type { SenderTrouble } from "#schemas/outreach/sender.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { useWords } from "#views/parts/Words.tsx"
import { CannotSend } from "./CannotSend.tsx"

type Props = {
  readonly trouble: SenderTrouble | null
  readonly channel: ChannelName
  readonly number: string
  readonly counts: Counts
}

/** What keeps a number from sending, since when, how many wait for it, and what stands in; nothing where it can send. */
export const TroubleNotice = ({ trouble, channel, number, counts }: Props) => {
  const words = useWords()
  return trouble === null ? null : (
    <CannotSend number={number} channel={channel} since={trouble.since} reason={trouble.words}>
      {words(`sending.trouble.${channel}`, { people: peopleIn(counts, ["queued", "sending"]) })}{" "}
      {trouble.standIn !== null && words("sending.trouble.standIn", { number: phoneText(trouble.standIn) })}
    </CannotSend>
  )
}
