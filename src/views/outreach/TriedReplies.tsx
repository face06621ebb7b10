import type { ReplyRulesSnapshot } from "#machines/outreach/replyRules.machine.ts"
import type { TriedRules } from "#schemas/outreach/replyRule.ts"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"

type WordId = "replyRules.unsure" | "replyRules.unmatched" | "replyRules.missed"

const Alike = ({ title, of: { replies, texts } }: { readonly title: WordId; readonly of: TriedRules["unmatched"] }) => {
  const words = useWords()
  const numbers = useNumbers()
  return (
    <>
      <h3>
        {words(title)} <span className="muted number">{numbers(replies)}</span>
      </h3>
      {texts.length === 0 ? (
        <p className="muted">{words("replyRules.noneSuch")}</p>
      ) : (
        <ul>
          {texts.map(({ text, count }) => (
            <li key={text}>
              {words("replyRules.alike", { text })}{" "}
              <span className="muted">{words("replyRules.times", { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const Problems = ({ problems }: Pick<TriedRules, "problems">) => {
  const words = useWords()
  if (problems.length === 0) return null
  return (
    <Notice intent="warning" title={words("replyRules.problems")}>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Notice>
  )
}

const Found = ({ tried }: { readonly tried: TriedRules }) => {
  const words = useWords()
  const { problems, replies, unsure, unmatched, missed } = tried
  return (
    <div className="launch">
      <Problems problems={problems} />
      {replies === 0 ? (
        <p className="muted">{words("replyRules.tried.none")}</p>
      ) : (
        <>
          <p className="muted">{words("replyRules.tried.replies", { count: replies })}</p>
          <Alike title="replyRules.unmatched" of={unmatched} />
          <Alike title="replyRules.unsure" of={unsure} />
        </>
      )}
      {missed !== null && <Alike title="replyRules.missed" of={missed} />}
    </div>
  )
}

/** What the rules would have done with past replies, and what no published rule matched. */
export const TriedReplies = (props: {
  readonly snapshot: ReplyRulesSnapshot
  readonly tried: SeenReading<TriedRules>
  readonly mayTry: boolean
}) => {
  const { snapshot, tried, mayTry } = props
  const words = useWords()
  const isWaiting = snapshot.matches({ writing: "pausing" }) || tried.snapshot.hasTag("busy")
  if (!mayTry)
    return (
      <Section title={words("replyRules.tried")}>
        <p className="muted">{words("replyRules.tried.right")}</p>
      </Section>
    )
  return (
    <Section
      title={words("replyRules.tried")}
      aside={<span className="muted small">{words(isWaiting ? "preview.updating" : "preview.upToDate")}</span>}
    >
      {!snapshot.context.isWhole && <p className="muted">{words("replyRules.tried.incomplete")}</p>}
      <Reading of={tried}>{(found) => <Found tried={found} />}</Reading>
    </Section>
  )
}
