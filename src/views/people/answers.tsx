import { Link } from "wouter"
import { mayCall, type Rights } from "#schemas/access.ts"
import type { Answer } from "#schemas/people/conversation.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

/** Who answered, when, and what became of it. */
export const AnswerFacts = ({ answer: { by, at, state } }: { readonly answer: Answer }) => (
  <Word
    id="answer.facts"
    values={{ by, time: <Time at={at} inSentence />, state: <Word id={`answer.state.${state}`} /> }}
  />
)

/** The way to answer a person's text; where it was opened, the conversation gives the focus back to it. */
export const AnswerLink = (props: { readonly messageId: number; readonly person: string; readonly href: string }) => {
  const words = useWords()
  return (
    <Link
      href={props.href}
      className="answer-link lone-link small"
      data-message={props.messageId}
      aria-label={words("answer.to", { person: props.person })}
    >
      {words("answer.link")}
    </Link>
  )
}

/** Where a page answers a person's text, in what its address says besides; undefined for who may not. */
export const answeringAt = (url: PageUrl, rights: Rights): ((messageId: number) => string) | undefined =>
  mayCall(rights, "Database.AnswerReply")
    ? (messageId) => url.href({ message: String(messageId), recording: null })
    : undefined
