import { callChannel } from "#schemas/outreach/callFlow.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { fieldError, fieldValue, type SeenForm } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly form: SeenForm; readonly id: string; readonly prefix: string }

/** A number without an entry yet. */
export const emptySender = {
  senderId: 0,
  channel: "SMS",
  carrier: "twilio",
  e164: "",
  label: "",
  segmentsPerSecond: 1,
  concurrentCalls: 50,
} as const

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
