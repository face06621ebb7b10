import type { DatabaseEvent, DatabaseSnapshot } from "#machines/people/database.machine.ts"
import type { Rights } from "#schemas/access.ts"
import type { DecideReply, UnclearReply } from "#schemas/people/unclearReply.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { AnswerLink, answeringAt } from "./answers.tsx"
import { phoneText } from "./patientValues.ts"

type Props = {
  readonly page: Seen<DatabaseSnapshot, DatabaseEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly replies: SeenReading<ReadonlyArray<UnclearReply>>
}

const Reply = ({ of, page, url, rights }: { readonly of: UnclearReply } & Omit<Props, "replies">) => {
  const words = useWords()
  const who = of.people === "" ? phoneText(of.phone) : of.people
  const decide = (decided: DecideReply) => () => page.send({ type: "reply.decided", decided })
  const { replyId, messageId } = of
  const answerHref = of.messageId === null ? undefined : answeringAt(url, rights)
  const busy = page.snapshot.hasTag("busy")
  return (
    <li className="reply-to-decide">
      <div>
        <p>
          <strong>{of.people === "" ? words("replies.nobody") : of.people}</strong>{" "}
          <span className="phone">{phoneText(of.phone)}</span>{" "}
          <span className="quiet">
            <Time at={of.at} />
          </span>
        </p>
        <p className="reply-text">{words("replies.wrote", { text: of.text })}</p>
        {replyId === null && <p className="muted small">{words("replies.byRule")}</p>}
      </div>
      <div className="reply-actions">
        {replyId !== null && (
          <>
            <HeldButton
              text={words("replies.optOut")}
              aria-label={words("replies.optOut.of", { who })}
              waits={busy}
              onClick={decide({ replyId, decision: "optOut" })}
            />
            <HeldButton
              text={words("replies.keep")}
              aria-label={words("replies.keep.of", { who })}
              waits={busy}
              onClick={decide({ replyId, decision: "keep" })}
            />
          </>
        )}
        {replyId === null && messageId !== null && (
          <HeldButton
            text={words("replies.done")}
            aria-label={words("replies.done.of", { who })}
            waits={busy}
            onClick={decide({ replyId: messageId, decision: "done" })}
          />
        )}
        {answerHref !== undefined && of.messageId !== null && (
          <AnswerLink messageId={of.messageId} person={who} href={answerHref(of.messageId)} />
        )}
      </div>
    </li>
  )
}

/** Replies that may be opt-outs, for a person to decide; nothing where none waits, and a notice where that is not known. */
export const RepliesToDecide = ({ replies, ...props }: Props) => {
  const words = useWords()
  const count = replies.snapshot.context.data?.length ?? 0
  if (count === 0 && replies.snapshot.context.problem === null) return null
  return (
    <Section title={words("replies.title")}>
      <Reading of={replies}>
        {(waiting) => (
          <>
            <p className="muted">
              <Word id="replies.lead" />
            </p>
            <ul className="replies-to-decide">
              {waiting.map((reply) => (
                <Reply key={`${reply.replyId} ${reply.messageId}`} of={reply} {...props} />
              ))}
            </ul>
          </>
        )}
      </Reading>
    </Section>
  )
}
