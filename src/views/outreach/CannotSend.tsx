import type { ReactNode } from "react"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { Word } from "#views/parts/Words.tsx"

/** That a number cannot send, since when and why; what it means where it is said follows. */
export const CannotSend = (props: {
  readonly number: string
  readonly channel: ChannelName
  readonly since: string
  readonly reason: string
  readonly children?: ReactNode
}) => {
  const { number, channel, since, reason, children } = props
  return (
    <Notice intent="warning">
      <Word
        id="sending.trouble"
        values={{ number: phoneText(number), channel, since: <Time at={since} inSentence />, reason }}
      />{" "}
      {children}
    </Notice>
  )
}
