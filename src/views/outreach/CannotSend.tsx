import type { ReactNode } from "react"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { Word } from "#views/parts/Words.tsx"

/** That a number cannot send, since when and why; what it means where it is said follows. */
export const CannotSend = (props: {
  readonly number: string
  readonly since: string
  readonly reason: string
  readonly children?: ReactNode
}) => {
  const { number, since, reason, children } = props
  return (
    <Notice intent="warning">
      <Word
        id="sending.trouble"
        values={{ number: phoneText(number), since: <Time at={since} inSentence />, reason }}
      />{" "}
      {children}
    </Notice>
  )
}
