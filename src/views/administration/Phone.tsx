import { Button } from "@blueprintjs/core"
import type { Handset, HandsetMessage } from "#schemas/administration/demo.ts"
import { SelectField, TextAreaField } from "#views/parts/Field.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { ErrorSummary, isSubmitting, leaveNoField, type SeenForm } from "#views/parts/Form.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useKnownWords, useWords, Word } from "#views/parts/Words.tsx"

const formId = "reply"
/** Replies worth trying: what stops the texts, what starts them again, and plain answers. */
const quickReplies = ["YES", "NO", "STOP", "START", "HELP"]

/** Web addresses in a text: every second piece is one. */
const address = /(https?:\/\/[^\s]+[^\s.,;:!?)])/

/** A text with its links, which open in a tab of their own as they would on the phone. */
const Texted = ({ text }: { readonly text: string }) => (
  <>
    {text.split(address).map((piece, at) =>
      at % 2 === 0 ? (
        piece
      ) : (
        <a key={at} href={piece} target="_blank" rel="noreferrer">
          {piece}
        </a>
      ),
    )}
  </>
)

const Bubble = ({ message }: { readonly message: HandsetMessage }) => {
  const status = useKnownWords()(`handset.status.${message.status}`) ?? message.status
  return (
    <li className={message.direction === "toPhone" ? "chat chat-in" : "chat chat-out"}>
      <p className="chat-text">
        <Texted text={message.text} />
      </p>
      <p className="chat-status">
        <Word id="handset.status" values={{ status, time: <Time at={message.at} inSentence /> }} />
      </p>
    </li>
  )
}

const keepLastInView = (list: HTMLElement | null): void => {
  if (list !== null) list.scrollTop = list.scrollHeight
}

const Reply = ({ form, senders }: { readonly form: SeenForm; readonly senders: ReadonlyArray<string> }) => {
  const words = useWords()
  const busy = isSubmitting(form)
  const submit = (): void => form.send({ type: "submit.pressed" })
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      aria-busy={busy}
    >
      <ErrorSummary form={form} id={formId} labels={{ text: words("handset.reply"), to: words("handset.reply.to") }} />
      {senders.length > 1 && (
        <SelectField
          form={form}
          id={formId}
          name="to"
          label={words("handset.reply.to")}
          options={senders.map((sender) => ({ value: sender, label: sender }))}
        />
      )}
      <TextAreaField
        form={form}
        id={formId}
        name="text"
        rows={2}
        label={words("handset.reply")}
        hint={words("handset.reply.hint")}
        onEnter={submit}
      />
      <div className="quick-replies" role="group" aria-label={words("handset.reply.quick")}>
        {quickReplies.map((word) => (
          <Button
            key={word}
            size="small"
            text={word}
            disabled={busy}
            aria-label={words("handset.reply.use", { word })}
            onClick={() => form.send({ type: "field.changed", field: "text", value: word })}
          />
        ))}
      </div>
      <div className="form-actions">
        <Button type="submit" intent="primary" loading={busy} onMouseDown={leaveNoField} text={words("handset.send")} />
      </div>
    </form>
  )
}

/** One phone: its texts as a chat, oldest first, and the reply box. */
export const Phone = ({ shown, reply }: { readonly shown: Handset; readonly reply: SeenForm | undefined }) => {
  const words = useWords()
  return (
    <div className="handset-phone">
      <div className="phone-head">
        <h2 tabIndex={-1} ref={focusOnMount} key={shown.phone}>
          {shown.patient}
        </h2>
        <p className="muted number">{shown.phone}</p>
      </div>
      {shown.messages.length === 0 ? (
        <p className="muted">{words("handset.messages.none")}</p>
      ) : (
        <ol
          key={shown.messages.length}
          ref={keepLastInView}
          className="chats"
          aria-label={words("handset.messages")}
          tabIndex={0}
        >
          {shown.messages.map((message) => (
            <Bubble key={message.id} message={message} />
          ))}
        </ol>
      )}
      {reply !== undefined && <Reply form={reply} senders={shown.senders} />}
    </div>
  )
}
