import { Link } from "wouter"
import type { Rights } from "#schemas/access.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { withSignature, type Conversation } from "#schemas/people/conversation.ts"
import { isLinked } from "#schemas/routes.ts"
import { fieldText, TextAreaField } from "#views/parts/Field.tsx"
import { Form, leavingFor, type SeenForm } from "#views/parts/Form.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { QuickLook } from "#views/parts/QuickLook.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { AnswerFacts } from "./answers.tsx"
import { phoneText } from "./patientValues.ts"

type Props = {
  readonly url: PageUrl
  readonly rights: Rights
  readonly conversation: SeenReading<Conversation>
  readonly form: SeenForm | undefined
}

const id = "answer"

/** What was written, in order: the person's texts at the left, answers to them at the right. */
const Texts = ({ replies }: Pick<Conversation, "replies">) => (
  <ol className="conversation">
    {replies.map(({ messageId, text, at, campaign, answers, set }) => (
      <li key={messageId}>
        <div className="conversation-theirs">
          <p>{text}</p>
          <span className="muted small">
            {set !== undefined && <Word id="conversation.set" values={set} />} <Time at={at} />{" "}
            {campaign !== null && <Word id="conversation.toCampaign" values={{ campaign }} />}
          </span>
        </div>
        {answers.map((answer, index) => (
          <div key={index} className="conversation-ours">
            <p>{answer.text}</p>
            <span className="muted small">
              <AnswerFacts answer={answer} />
            </span>
          </div>
        ))}
      </li>
    ))}
  </ol>
)

const Signature = ({ signature, rights }: Pick<Conversation, "signature"> & Pick<Props, "rights">) => {
  const words = useWords()
  const isNone = signature === ""
  return (
    <p className="answer-signature small">
      <span className="muted">{words(isNone ? "conversation.signature.none" : "conversation.signature")}</span>
      {!isNone && <span className="answer-signed">{signature}</span>}
      {isLinked("/profile", rights) && (
        <Link href="/profile">{words(isNone ? "conversation.signature.write" : "conversation.signature.change")}</Link>
      )}
    </p>
  )
}

const AnswerForm = (props: Pick<Conversation, "signature"> & Pick<Props, "rights"> & { readonly form: SeenForm }) => {
  const words = useWords()
  const { form, signature } = props
  const label = words("conversation.text")
  const { encoding, segments, left } = segmentsOf(withSignature(fieldText(form, "text"), signature))
  return (
    <Form form={form} id={id} labels={{ text: label }} submitLabel={words("conversation.send")}>
      <TextAreaField
        form={form}
        id={id}
        name="text"
        label={label}
        rows={4}
        hint={
          <>
            <span className="number">{words("conversation.count", { segments, left })}</span>
            {encoding === "UCS-2" && <> {words("conversation.count.wide")}</>}
          </>
        }
      />
      <Signature {...props} />
    </Form>
  )
}

/** What a person wrote and was answered, next to the list that shows it, with the field for another answer. */
export const ConversationView = ({ url, rights, conversation, form }: Props) => {
  const words = useWords()
  const known = conversation.snapshot.context.data
  const name = known === null ? "" : known.people === "" ? phoneText(known.phone) : known.people
  const closeHref = url.href({ message: null })
  return (
    <QuickLook
      label={words("conversation.label")}
      title={name === "" ? words("conversation.title") : words("conversation.title.of", { name })}
      closeHref={closeHref}
      opener={`[data-message="${url.search["message"] ?? ""}"]`}
    >
      <Reading of={conversation}>
        {({ phone, from, replies, refusal, signature }) => (
          <>
            <p className="muted small">
              {from === null
                ? phoneText(phone)
                : words("conversation.numbers", { phone: phoneText(phone), from: phoneText(from) })}
            </p>
            <Texts replies={replies} />
            {refusal !== null ? (
              <Notice intent="warning" title={words("conversation.refused")}>
                <p>{refusal}</p>
              </Notice>
            ) : (
              form !== undefined && (
                <AnswerForm form={leavingFor(closeHref, form)} signature={signature} rights={rights} />
              )
            )}
          </>
        )}
      </Reading>
    </QuickLook>
  )
}
