import { callChannel, type CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Sender } from "#schemas/outreach/sender.ts"
import { Field } from "#views/parts/Field.tsx"
import { changeField, type SeenForm } from "#views/parts/Form.tsx"
import { FailedReading, hasFailed, type SeenReading } from "#views/parts/Reading.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"

type Props = {
  readonly form: SeenForm
  readonly id: string
  readonly flow: CallFlow
  readonly numbers: SeenReading<ReadonlyArray<Sender>>
}

const changeCallerId = (form: SeenForm, { callerId: _, ...flow }: CallFlow, callerId: string): void =>
  changeField(form, "flow", callerId === "" ? flow : { ...flow, callerId })

/** The number that people see when they are called; one that cannot call any more stays until another one is chosen. */
export const CallerIdField = ({ form, id, flow, numbers }: Props) => {
  const words = useWords()
  const { callerId } = flow
  const known = numbers.snapshot.context.data
  const offered = (known ?? []).filter(({ channel }) => channel === callChannel)
  const isGone = callerId !== undefined && !offered.some(({ e164 }) => e164 === callerId)
  const hint = words("callFlow.callerId.hint")
  return (
    <>
      <Field {...{ form, id }} name="flow.callerId" label={words("callFlow.callerId")} hint={hint}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={callerId ?? ""}
            onChange={({ currentTarget: { value } }) => changeCallerId(form, flow, value)}
          >
            <option value="">{words("callFlow.callerId.none")}</option>
            {isGone && (
              <option value={callerId}>
                {known === null
                  ? phoneText(callerId)
                  : words("callFlow.callerId.gone", { number: phoneText(callerId) })}
              </option>
            )}
            {offered.map(({ e164, label }) => (
              <option key={e164} value={e164}>
                {`${label}, ${phoneText(e164)}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasFailed(numbers) && <FailedReading of={numbers} title={words("callFlow.callerId.notRead")} />}
    </>
  )
}
