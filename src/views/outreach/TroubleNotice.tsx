import type { ChannelName } from "#schemas/outreach/channel.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import type { Counts } from "#schemas/outreach/recipient.ts"
import type { SenderTrouble } from "#schemas/outreach/sender.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

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
    <Notice intent="warning">
      <Word
        id={`sending.trouble.${channel}`}
        values={{
          number: phoneText(number),
          since: <Time at={trouble.since} inSentence />,
          reason: trouble.words,
          people: peopleIn(counts, ["queued", "sending"]),
        }}
      />{" "}
      {trouble.standIn !== null && words("sending.trouble.standIn", { number: phoneText(trouble.standIn) })}
    </Notice>
  )
}
