import type { ReplyRulesEvent, ReplyRulesSnapshot } from "#machines/outreach/replyRules.machine.ts"
import { mayCall, missingRight, type Rights } from "#schemas/access.ts"
import { ruleLimits, type ReplyRule, type ReplyRulesValues, type TriedRules } from "#schemas/outreach/replyRule.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { Form, leavingFor, type Compare, type SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { ReplyRuleFields, rulesIn } from "./ReplyRuleFields.tsx"
import { TriedReplies } from "./TriedReplies.tsx"

type Props = {
  readonly page: Seen<ReplyRulesSnapshot, ReplyRulesEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly form: SeenForm | undefined
  readonly tried: SeenReading<TriedRules>
}

const id = "replyRules"

const emptyRule: ReplyRule = {
  match: "words",
  said: "",
  from: null,
  to: null,
  language: null,
  effect: "answer",
  text: "",
  name: "",
  value: "",
}

/** The names of the fields of a rule, as an error is listed. */
const useLabels = (rules: ReadonlyArray<ReplyRule>): Readonly<Record<string, string>> => {
  const words = useWords()
  const labelled = rules.flatMap((_, place) =>
    ["said", "from", "to", "text", "name", "value"].map((part) => [
      `rules.${place}.${part}`,
      words("replyRules.rule", { number: place + 1 }),
    ]),
  )
  return Object.fromEntries([["rules", words("replyRules.rules")], ...labelled]) as Readonly<Record<string, string>>
}

/** What a rule says, in one line. */
const useSentence = () => {
  const words = useWords()
  return ({ match, said, from, to, effect, text, name }: ReplyRule): string => {
    const looked = match === "number" ? `${from ?? ""}–${to ?? ""}` : said
    return [words(`replyRules.match.${match}`), looked, words(`replyRules.effect.${effect}`), text, name]
      .filter((part) => part !== "")
      .join(" · ")
  }
}

const Compared = (sides: { readonly theirs: ReplyRulesValues; readonly mine: ReplyRulesValues }) => {
  const words = useWords()
  const sentence = useSentence()
  const linesOf = ({ rules }: ReplyRulesValues): string => rules.map(sentence).join("\n")
  return (
    <Comparison
      rows={[{ label: words("replyRules.rules"), mine: linesOf(sides.mine), theirs: linesOf(sides.theirs) }]}
    />
  )
}

const compare: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as ReplyRulesValues} mine={mine as unknown as ReplyRulesValues} />
)

const Rules = ({ form: running, url, rights, tried }: Props & { readonly form: SeenForm }) => {
  const words = useWords()
  const form = leavingFor(url.href({ tab: null }), running)
  const rules = rulesIn(form)
  const { data } = tried.snapshot.context
  // Counts are of the rules that were tried, which may be others by now.
  const matched = data !== null && data.matched.length === rules.length ? data.matched : []
  const missing = missingRight(rights, "Template.SaveReplyRules")
  return (
    <Form
      form={form}
      id={id}
      labels={useLabels(rules)}
      submitLabel={words("replyRules.save")}
      compare={compare}
      disabledReason={missing}
    >
      <ListField
        form={form}
        id={id}
        name="rules"
        label={words("replyRules.rules")}
        hint={words("replyRules.rules.hint")}
        none={words("replyRules.none")}
        itemLabel={(number) => words("replyRules.rule", { number })}
        addLabel={words("replyRules.add")}
        empty={emptyRule}
        most={ruleLimits.rules}
        disabled={missing !== undefined}
      >
        {(name) => {
          const place = Number(name.split(".")[1])
          const rule = rules[place]
          return (
            rule && (
              <ReplyRuleFields
                {...{ form, id, name, rule }}
                matched={matched[place]}
                disabled={missing !== undefined}
              />
            )
          )
        }}
      </ListField>
    </Form>
  )
}

/** `/sms?id=…&tab=replies`: writes the rules for replies next to what they would have done (docs/policy.md#reply-rules). */
export const ReplyRulesView = (props: Props) => {
  const { page, rights, form, tried } = props
  const words = useWords()
  return (
    <>
      <Section title={words("replyRules.title")} caption={words("replyRules.about")}>
        <Opening page={page} lines={6} />
        {form !== undefined && (
          <div className="response-designer reply-rules">
            <Rules {...props} form={form} />
          </div>
        )}
      </Section>
      {form !== undefined && (
        <TriedReplies snapshot={page.snapshot} tried={tried} mayTry={mayCall(rights, "Template.TryReplyRules")} />
      )}
    </>
  )
}
