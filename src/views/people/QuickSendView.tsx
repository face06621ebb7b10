import { Link } from "wouter"
import type { QuickSendEvent, QuickSendSnapshot } from "#machines/people/quickSend.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { SenderId, TemplateId } from "#schemas/ids.ts"
import type { QuickChoices, QuickPreview, QuickSent } from "#schemas/outreach/quickSend.ts"
import { isLinked } from "#schemas/routes.ts"
import { CannotSend } from "#views/outreach/CannotSend.tsx"
import { useNotOffered } from "#views/outreach/useNotOffered.ts"
import { Actions } from "#views/parts/Actions.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { QuickLook } from "#views/parts/QuickLook.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "./patientValues.ts"
import { QuickOutcomes, QuickTexts } from "./QuickTexts.tsx"

type Props = {
  readonly page: Seen<QuickSendSnapshot, QuickSendEvent>
  readonly url: PageUrl
  readonly rights: Rights
  readonly choices: SeenReading<QuickChoices>
  readonly preview: SeenReading<QuickPreview>
}

const Choice = (props: {
  readonly id: string
  readonly label: string
  readonly none: string
  readonly value: number | null
  readonly options: ReadonlyArray<{ readonly value: number; readonly label: string }>
  readonly disabled: boolean
  readonly hint?: string | undefined
  readonly onChoose: (value: number | null) => void
}) => (
  <div className="field">
    <label htmlFor={props.id}>{props.label}</label>
    <select
      id={props.id}
      className="input"
      disabled={props.disabled}
      aria-describedby={props.hint === undefined ? undefined : `${props.id}-hint`}
      value={props.value ?? ""}
      onChange={({ currentTarget: { value } }) => props.onChoose(value === "" ? null : Number(value))}
    >
      <option value="">{props.none}</option>
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    {props.hint !== undefined && (
      <div id={`${props.id}-hint`} className="field-hint">
        {props.hint}
      </div>
    )}
  </div>
)

const Choices = ({ page, choices }: Pick<Props, "page"> & { readonly choices: QuickChoices }) => {
  const { templates, senders } = choices
  const words = useWords()
  const { context } = page.snapshot
  const disabled = page.snapshot.hasTag("busy")
  const notOffered = useNotOffered()
  return (
    <>
      <Choice
        id="quick-template"
        label={words("quickSend.template")}
        none={words("quickSend.template.choose")}
        value={context.templateId}
        options={templates.map(({ templateId, name }) => ({ value: templateId, label: name }))}
        hint={notOffered.templates("SMS", choices.notOffered)}
        disabled={disabled}
        onChoose={(value) =>
          page.send({ type: "template.chosen", templateId: value === null ? null : TemplateId.make(value) })
        }
      />
      <Choice
        id="quick-sender"
        label={words("quickSend.sender")}
        none={words("quickSend.sender.choose")}
        value={context.senderId}
        options={senders.map(({ senderId, label, e164 }) => ({
          value: senderId,
          label: words("quickSend.sender.of", { label, number: phoneText(e164) }),
        }))}
        hint={notOffered.senders("SMS", choices.callNumbers)}
        disabled={disabled}
        onChoose={(value) =>
          page.send({ type: "sender.chosen", senderId: value === null ? null : SenderId.make(value) })
        }
      />
    </>
  )
}

const Paused = () => (
  <Notice intent="warning" title={<Word id="quickSend.paused" />}>
    <p>
      <Word id="quickSend.paused.text" />
    </p>
  </Notice>
)

/** What keeps the chosen number from sending; nothing where it can send. */
const Trouble = ({ trouble, number }: Pick<QuickPreview, "trouble"> & { readonly number: string }) => {
  const words = useWords()
  return trouble === null ? null : (
    <CannotSend number={number} channel="SMS" since={trouble.since} reason={trouble.words}>
      {words("quickSend.trouble")}{" "}
      {trouble.standIn !== null && words("quickSend.trouble.standIn", { number: phoneText(trouble.standIn) })}
    </CannotSend>
  )
}

/** The button that sends what was read, or why it does not. */
const SendButton = ({ page, rights, preview }: Pick<Props, "page" | "rights" | "preview">) => {
  const words = useWords()
  const { patients, templateId, senderId } = page.snapshot.context
  const read = preview.snapshot.context.data
  const gets = read?.people.filter(({ why }) => why === null) ?? []
  const reason =
    missingRight(rights, "QuickSend.SendQuickText") ??
    (read === null
      ? words("quickSend.cannot.unready")
      : gets.length === 0
        ? words("quickSend.cannot.none", { people: read.people.length })
        : undefined)
  return (
    <Actions
      id="quick-send"
      actions={[
        {
          id: "send",
          label: words("quickSend.send", { people: gets.length }),
          intent: "primary",
          busy: page.snapshot.hasTag("busy"),
          reason,
          onPress: () => {
            if (templateId === null || senderId === null || read === null) return
            page.send({ type: "send.pressed", asked: { patients, templateId, senderId, version: read.version } })
          },
        },
      ]}
    />
  )
}

const Writing = (props: Props & { readonly known: QuickChoices }) => {
  const words = useWords()
  const { page, preview, rights, known } = props
  const { refused, senderId } = page.snapshot.context
  const number = known.senders.find((one) => one.senderId === senderId)?.e164 ?? ""
  if (known.templates.length === 0)
    return (
      <EmptyState title={words("quickSend.noTemplates")}>
        <Word id="quickSend.noTemplates.text" />{" "}
        {isLinked("/sms", rights) && <Link href="/sms">{words("quickSend.noTemplates.go")}</Link>}
      </EmptyState>
    )
  if (known.senders.length === 0)
    return (
      <EmptyState title={words("quickSend.noSenders")}>
        <Word id="quickSend.noSenders.text" />
      </EmptyState>
    )
  return (
    <div className="form">
      <Choices page={page} choices={known} />
      <Reading of={preview} idle={<p className="muted">{words("quickSend.idle")}</p>}>
        {(read) => (
          <>
            {read.isPaused && <Paused />}
            <Trouble trouble={read.trouble} number={number} />
            <QuickTexts people={read.people} />
          </>
        )}
      </Reading>
      {refused !== null && (
        <div ref={focusOnMount} tabIndex={-1}>
          <ProblemNotice problem={refused} title={words("quickSend.refused")} />
        </div>
      )}
      <SendButton page={page} rights={rights} preview={preview} />
    </div>
  )
}

const Sent = ({ page, rights, sent }: Pick<Props, "page" | "rights"> & { readonly sent: QuickSent }) => {
  const words = useWords()
  const count = sent.people.filter(({ why }) => why === null).length
  return (
    <>
      <div ref={focusOnMount} tabIndex={-1}>
        <Notice intent={count === 0 ? "warning" : "success"} title={words("quickSend.done", { people: count })}>
          {null}
        </Notice>
      </div>
      <QuickOutcomes people={sent.people} />
      {sent.isPaused && <Paused />}
      <Actions
        id="quick-sent"
        actions={[
          ...(isLinked("/campaign", rights)
            ? [
                {
                  id: "campaign",
                  label: words("quickSend.done.campaign"),
                  href: `/campaign?id=${sent.campaignHashedId}`,
                },
              ]
            : []),
          {
            id: "again",
            label: words("quickSend.again"),
            intent: "primary" as const,
            onPress: () => page.send({ type: "again.pressed" }),
          },
        ]}
      />
    </>
  )
}

/** A text to one person or a handful, next to the list of patients: chosen, read as they get it, sent. */
export const QuickSendView = (props: Props) => {
  const words = useWords()
  const { page, url, choices, preview } = props
  const { patients, sent } = page.snapshot.context
  const named = (sent?.people ?? preview.snapshot.context.data?.people ?? [])[0]?.name ?? ""
  const title =
    patients.length > 1
      ? words("quickSend.title.several", { people: patients.length })
      : named === ""
        ? words("quickSend.title")
        : words("quickSend.title.one", { name: named })
  return (
    <QuickLook
      label={words("quickSend.label")}
      title={title}
      closeHref={url.href({ send: null })}
      opener={patients.length > 1 ? ".bulk-bar button" : `[data-row="${patients[0] ?? ""}"] a`}
    >
      {page.snapshot.matches("sent") && sent !== null ? (
        <Sent {...props} sent={sent} />
      ) : (
        <Reading of={choices}>{(known) => <Writing {...props} known={known} />}</Reading>
      )}
    </QuickLook>
  )
}
