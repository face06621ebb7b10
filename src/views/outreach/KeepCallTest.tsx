import { templateTable } from "#machines/lifecycles/template.lifecycle.ts"
import { happenedIn } from "#machines/lifecycles/calls/callTest.ts"
import type { CallTrial } from "#machines/lifecycles/calls/callTrial.ts"
import type { CallFlowsEvent, CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import { missingRight, type Rights } from "#schemas/access.ts"
import { phoneKeys } from "#schemas/outreach/callFlow.ts"
import { callTestLimits } from "#schemas/outreach/callTest.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { Comparison } from "#views/parts/Comparison.tsx"
import { TextField } from "#views/parts/Field.tsx"
import { Form, type SeenForm } from "#views/parts/Form.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly shown: Ivr
  readonly trial: CallTrial
  readonly form: SeenForm | undefined
  /** Why no test can be kept. */
  readonly reason: string | undefined
  readonly waits: boolean
}

/** Why the tests of a call flow cannot be changed; undefined where they can. */
export const useTestReason = (rights: Rights, { state }: Ivr): string | undefined => {
  const words = useWords()
  const takes = templateTable.allowed(state).includes("TemplateTestKept")
  return missingRight(rights, "Outreach.KeepIvrTest") ?? (takes ? undefined : words("callFlow.test.cannot.retired"))
}

const useEndWords = () => {
  const known = useKnownWords()
  return (end: unknown): string => (typeof end === "string" ? (known(`callFlow.end.${end}`) ?? end) : "")
}

/** A name for what happened, by the keys that were pressed and the end; with a number where it is taken. */
const useProposedName = ({ tests }: Ivr) => {
  const words = useWords()
  const endOf = useEndWords()
  return (trial: CallTrial): string => {
    const keys = happenedIn(trial).filter((one) => phoneKeys.some((key) => key === one))
    const values = { keys: keys.length === 0 ? "none" : keys.join(", "), end: endOf(trial.state) }
    const name = words("callFlow.test.proposed", values).slice(0, callTestLimits.nameCharacters - 5)
    const taken = new Set(tests.map((test) => test.name.toLowerCase()))
    const others = tests.map((_, place) => words("callFlow.test.proposed.again", { name, number: place + 2 }))
    return [name, ...others].find((one) => !taken.has(one.toLowerCase())) ?? name
  }
}

const KeepForm = ({ form }: { readonly form: SeenForm }) => {
  const words = useWords()
  const endOf = useEndWords()
  const label = words("callFlow.test.name")
  const call = words("callFlow.try.title")
  return (
    <Section title={words("callFlow.test.keep")} level={3} arrives>
      <Form
        form={form}
        id="call-test"
        labels={{ name: label, happened: call }}
        submitLabel={words("callFlow.test.keep.save")}
        compare={(theirs, mine) => (
          <Comparison rows={[{ label: call, mine: endOf(mine["end"]), theirs: endOf(theirs["end"]) }]} />
        )}
      >
        <TextField
          form={form}
          id="call-test"
          name="name"
          label={label}
          hint={words("callFlow.test.name.hint")}
          maxLength={callTestLimits.nameCharacters}
        />
      </Form>
    </Section>
  )
}

/** Keeps the call that is over as a test; before it is over, and where it cannot be kept, it says so. */
export const KeepCallTest = ({ page, shown, trial, form, reason, waits }: Props) => {
  const words = useWords()
  const proposed = useProposedName(shown)
  if (form !== undefined) return <KeepForm form={form} />
  const happened = happenedIn(trial)
  if (happened.length === 0) return null
  const kept = shown.tests.find((test) => test.happened.join() === happened.join())
  if (kept !== undefined) return <p className="muted">{words("callFlow.test.keptAs", { name: kept.name })}</p>
  const { tests, happenings } = callTestLimits
  const why =
    reason ??
    (shown.tests.length >= tests ? words("callFlow.test.cannot.more", { most: tests }) : undefined) ??
    (happened.length > happenings ? words("callFlow.test.cannot.long", { most: happenings }) : undefined) ??
    (trial.isOver ? undefined : words("callFlow.test.keep.when"))
  if (why !== undefined) return <p className="small muted">{why}</p>
  return (
    <div className="call-buttons">
      <HeldButton
        text={words("callFlow.test.keep")}
        waits={waits}
        onClick={() => page.send({ type: "keep.pressed", flow: shown, name: proposed(trial), happened })}
      />
    </div>
  )
}
