import { callChannel } from "#schemas/outreach/callFlow.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { fieldError, fieldValue, type SeenForm } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"

type Props = { readonly form: SeenForm; readonly id: string; readonly prefix: string }

/** A number without an entry yet. */
export const emptySender = {
  senderId: 0,
  channel: "SMS",
  carrier: "twilio",
  standIn: null,
  e164: "",
  label: "",
  segmentsPerSecond: 1,
  concurrentCalls: 50,
} as const

type Row = { readonly channel?: unknown; readonly e164?: unknown }

/** The other text numbers as they are filled in, and what is chosen even where it is none of them any more. */
const otherNumbers = (form: SeenForm, prefix: string): ReadonlyArray<string> => {
  const rows = (fieldValue(form, "senders") ?? []) as ReadonlyArray<Row>
  const own = fieldValue(form, `${prefix}.e164`)
  const chosen = fieldValue(form, `${prefix}.standIn`)
  const others = rows.flatMap(({ channel, e164 }) =>
    channel !== callChannel && typeof e164 === "string" && e164 !== "" && e164 !== own ? [e164] : [],
  )
  return [...new Set([...others, ...(typeof chosen === "string" ? [chosen] : [])])]
}

/** The number by which texts leave while this one cannot send; nothing where there is no other. */
const StandIn = ({ prefix, ...props }: Props) => {
  const words = useWords()
  const others = otherNumbers(props.form, prefix)
  if (others.length === 0) return null
  return (
    <SelectField
      {...props}
      name={`${prefix}.standIn`}
      label={words("company.field.standIn")}
      hint={words("company.field.standIn.hint")}
      none={words("company.field.standIn.none")}
      options={others.map((e164) => ({ value: e164, label: phoneText(e164) }))}
    />
  )
}

/** The fields of one number a company sends from: what it takes a second is segments of texts, or calls. */
export const CompanySenderFields = ({ prefix, ...props }: Props) => {
  const words = useWords()
  const calls = fieldValue(props.form, `${prefix}.channel`) === callChannel
  return (
    <>
      <TextField {...props} name={`${prefix}.e164`} type="tel" label={words("company.field.e164")} maxLength={20} />
      <TextField {...props} name={`${prefix}.label`} label={words("company.field.label")} maxLength={80} />
      <SelectField
        {...props}
        name={`${prefix}.channel`}
        label={words("company.field.channel")}
        hint={words("company.field.channel.hint")}
        options={[
          { value: "SMS", label: words("company.channel.texts") },
          { value: callChannel, label: words("company.channel.calls") },
        ]}
      />
      {!calls && (
        <SelectField
          {...props}
          name={`${prefix}.carrier`}
          label={words("company.field.carrier")}
          hint={words("company.field.channel.hint")}
          options={[
            { value: "twilio", label: words("company.carrier.twilio") },
            { value: "smpp", label: words("company.carrier.smpp") },
          ]}
        />
      )}
      {!calls && <StandIn {...props} prefix={prefix} />}
      <TextField
        {...props}
        name={`${prefix}.segmentsPerSecond`}
        type="number"
        label={words(calls ? "company.field.callRate" : "company.field.rate")}
        hint={words(calls ? "company.field.callRate.hint" : "company.field.rate.hint")}
      />
      {(calls || fieldError(props.form, `${prefix}.concurrentCalls`) !== undefined) && (
        <TextField
          {...props}
          name={`${prefix}.concurrentCalls`}
          type="number"
          label={words("company.field.concurrentCalls")}
          hint={words("company.field.concurrentCalls.hint")}
        />
      )}
    </>
  )
}
