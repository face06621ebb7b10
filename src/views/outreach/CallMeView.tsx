import { Button } from "@blueprintjs/core"
import type { CallMeEvent, CallMeSnapshot } from "#machines/outreach/callMe.machine.ts"
import type { TestCall, TestCalls } from "#schemas/outreach/testCall.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useLanguageChoices, useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"

type Props = {
  readonly page: Seen<CallMeSnapshot, CallMeEvent>
  readonly calls: SeenReading<TestCalls>
  /** The form of a call, while one is asked for. */
  readonly form: SeenForm | undefined
}

const Asked = ({ form, read }: { readonly form: SeenForm; readonly read: TestCalls | null }) => {
  const words = useWords()
  const languages = useLanguageChoices(read?.languages ?? [])
  const senders = read?.senders ?? []
  const labels = {
    phone: words("callMe.phone"),
    senderId: words("callMe.sender"),
    language: words("callMe.language"),
  }
  return (
    <Section title={words("callMe.press")} level={3} arrives>
      <Form form={form} id="call-me" labels={labels} submitLabel={words("callMe.press")}>
        <TextField
          form={form}
          id="call-me"
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          label={labels.phone}
          hint={words("callMe.phone.hint")}
        />
        {senders.length > 1 && (
          <SelectField
            form={form}
            id="call-me"
            name="senderId"
            numeric
            label={labels.senderId}
            options={senders.map(({ senderId, label, e164 }) => ({
              value: senderId,
              label: `${label} ${phoneText(e164)}`,
            }))}
          />
        )}
        {languages.length > 0 && (
          <SelectField
            form={form}
            id="call-me"
            name="language"
            label={labels.language}
            none={words("callMe.language.own")}
            options={languages}
          />
        )}
      </Form>
    </Section>
  )
}

/** How the call stands, or how it ended, as a sentence. */
const useStanding = () => {
  const words = useWords()
  return ({ phone, state, ending, reason, seconds }: TestCall): string => {
    const number = phoneText(phone)
    if (state !== "over") return words(`callMe.${state}`, { phone: number })
    return words(`callMe.over.${ending ?? "lost"}`, { length: seconds ?? 0, reason: reason ?? "" })
  }
}

const Body = ({ page: { snapshot, send }, form }: Omit<Props, "calls">) => {
  const words = useWords()
  const standing = useStanding()
  const { read, call } = snapshot.context
  const isSaid = snapshot.matches("following") || snapshot.matches("over")
  const press = (label: string) => (
    <div className="call-buttons">
      <Button text={label} onClick={() => send({ type: "call.me.pressed" })} />
    </div>
  )
  return (
    <div className="call-trial">
      {snapshot.matches("without") && <p className="muted">{words("callMe.without")}</p>}
      <div aria-live="polite">{isSaid && call !== null && <p>{standing(call)}</p>}</div>
      {snapshot.matches("ready") && press(words("callMe.press"))}
      {snapshot.matches("over") && press(words("callMe.again"))}
      {form !== undefined && <Asked form={form} read={read} />}
      {!snapshot.matches("without") && <p className="small muted">{words("callMe.harmless")}</p>}
    </div>
  )
}

/** A call flow that calls the person who looks at it: asked for by a button, followed until it is over. */
export const CallMeView = ({ page, calls, form }: Props) => {
  const words = useWords()
  return (
    <Section title={words("callMe.title")} caption={words("callMe.caption")}>
      <Reading of={calls}>{() => <Body page={page} form={form} />}</Reading>
    </Section>
  )
}

/** Why a person cannot be called by a call flow, in the place of what calls them. */
export const NoCallMe = ({ reason }: { readonly reason: string }) => {
  const words = useWords()
  return (
    <Section title={words("callMe.title")} caption={words("callMe.caption")}>
      <p className="small muted">{reason}</p>
    </Section>
  )
}
