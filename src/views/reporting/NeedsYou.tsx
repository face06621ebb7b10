import { memo } from "react"
import { Link } from "wouter"
import type { Dashboard } from "#schemas/reporting/report.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import { sameContent } from "#schemas/sameContent.ts"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Said } from "#views/parts/Said.tsx"
import { Ago, Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { AnswerLink } from "#views/people/answers.tsx"

/** What waits for the person, worst first, each with the exact page that deals with it. */
export const NeedsYou = memo(({ items }: { readonly items: Dashboard["needsYou"] }) => {
  const words = useWords()
  return (
    <Section title={words("dashboard.needsYou")} caption={items.length === 0 ? undefined : items.length}>
      {items.length === 0 ? (
        <p className="section-none">{words("dashboard.needsYou.none")}</p>
      ) : (
        <ul className="needs-you">
          {items.map(({ text, urgent, link }) => (
            <li key={text} className={urgent ? "needs-you-urgent" : ""}>
              <span>
                <Said>{text}</Said>
              </span>
              {link !== null && (
                <Link href={link.path}>
                  <Said>{link.text}</Said>
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}, sameContent)

/** Replies shown on Home; the page of patients has all. */
const shownReplies = 3

const Replies = ({ replies }: { readonly replies: ReadonlyArray<UnclearReply> }) =>
  replies.length === 0 ? (
    <p className="section-none">
      <Word id="dashboard.replies.none" />
    </p>
  ) : (
    <ul className="replies-waiting">
      {replies
        .toReversed()
        .slice(0, shownReplies)
        .map(({ replyId, messageId, people, phone, text, at }) => (
          <li key={`${replyId} ${messageId}`}>
            <strong>{people === "" ? phone : people}</strong>
            <span className="muted">
              <Ago at={at} />
            </span>
            <p>{text}</p>
            {messageId !== null && (
              <AnswerLink
                messageId={messageId}
                person={people === "" ? phone : people}
                href={`/database?message=${messageId}`}
              />
            )}
          </li>
        ))}
    </ul>
  )

/** As high as the sentence that there is none: what stands below does not move when that comes. */
const NoLineYet = () => {
  const words = useWords()
  return (
    <p className="section-none">
      {"\u00a0"}
      <span className="visually-hidden">{words("part.loading")}</span>
    </p>
  )
}

/** The replies of which a person must say whether they are an opt-out. */
export const RepliesWaiting = ({ replies }: { readonly replies: SeenReading<ReadonlyArray<UnclearReply>> }) => {
  const words = useWords()
  const count = replies.snapshot.context.data?.length ?? 0
  return (
    <Section
      title={words("dashboard.replies")}
      caption={count === 0 ? undefined : count}
      aside={count > 0 && <Link href="/database">{words("dashboard.replies.decide")}</Link>}
    >
      <Reading of={replies} skeleton={<NoLineYet />}>
        {(shown) => <Replies replies={shown} />}
      </Reading>
    </Section>
  )
}

/** The list that was imported last, and the way to the patients, to which no link of the bar leads. */
export const LastImport = memo(({ last }: { readonly last: NonNullable<Dashboard["lastImport"]> | null }) => {
  const words = useWords()
  return (
    <Section
      title={words("dashboard.lastImport")}
      aside={<Link href="/database">{words("dashboard.lastImport.all")}</Link>}
    >
      <p className={last === null ? "section-none" : ""}>
        {last === null ? (
          words("dashboard.lastImport.none")
        ) : (
          <Word
            id="dashboard.lastImport.text"
            values={{
              list: <strong>{last.listName}</strong>,
              people: last.people,
              time: <Time at={last.on} inSentence />,
            }}
          />
        )}
      </p>
    </Section>
  )
}, sameContent)
