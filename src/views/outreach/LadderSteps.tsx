import { Button } from "@blueprintjs/core"
import { ArrowDown, ArrowUp, Cross } from "@blueprintjs/icons"
import type { LadderProblem } from "#machines/lifecycles/ladder/ladderChecks.ts"
import { ChannelName } from "#schemas/outreach/channel.ts"
import { asksForValue, ladderLimits, StepCondition, StepStart } from "#schemas/outreach/ladder.ts"
import { canMove, withNewStep, withoutStep, withStepMoved } from "#schemas/outreach/ladderSteps.ts"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { SelectField, TextField } from "#views/parts/Field.tsx"
import { changeField, isSubmitting } from "#views/parts/Form.tsx"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { ChannelIcon } from "./ChannelIcon.tsx"
import { ladderOf, WaitField, type LadderFieldsProps } from "./LadderFields.tsx"
import { stepHeadId } from "./LadderChecks.tsx"
import { StepMessage } from "./StepMessage.tsx"
import { TestFields } from "./TestFields.tsx"
import { ValueAsked } from "./ValueAsked.tsx"

type StepProps = LadderFieldsProps & {
  readonly step: StepValues
  readonly place: number
  readonly problems: ReadonlyArray<LadderProblem>
}

const focusOn = (step: StepValues | undefined): void =>
  step === undefined ? undefined : document.getElementById(stepHeadId(step.stepId))?.focus()

/** Moves and removes a step. The focus stays on the button, or goes to the heading where the button goes. */
const Deeds = ({ form, step, place }: StepProps) => {
  const words = useWords()
  const { steps, kept } = ladderOf(form)
  const busy = isSubmitting(form)
  const number = place + 1
  const whyNot = (by: -1 | 0 | 1): string | undefined => {
    if (kept.includes(step.stepId)) return words("multi.step.cannot.kept")
    if (by === 0) return steps.length > 1 ? undefined : words("multi.step.cannot.only")
    if (steps[place + by] === undefined) return words(by === -1 ? "multi.step.cannot.up" : "multi.step.cannot.down")
    return canMove(steps, kept, place, by) ? undefined : words("multi.step.cannot.pass")
  }
  const move = (by: -1 | 1) => (): void => {
    const moved = withStepMoved(steps, place, by)
    if (!canMove(moved, kept, place + by, by)) focusOn(step)
    changeField(form, "steps", moved)
  }
  return (
    <div className="ladder-deeds">
      <HeldButton
        size="small"
        variant="minimal"
        icon={<ArrowUp />}
        aria-label={words("multi.step.up", { number })}
        waits={busy}
        reason={whyNot(-1)}
        onClick={move(-1)}
      />
      <HeldButton
        size="small"
        variant="minimal"
        icon={<ArrowDown />}
        aria-label={words("multi.step.down", { number })}
        waits={busy}
        reason={whyNot(1)}
        onClick={move(1)}
      />
      <HeldButton
        size="small"
        variant="minimal"
        icon={<Cross />}
        aria-label={words("multi.step.remove", { number })}
        waits={busy}
        reason={whyNot(0)}
        onClick={() => {
          focusOn(steps[place - 1] ?? steps[place + 1])
          changeField(form, "steps", withoutStep(steps, place))
        }}
      />
    </div>
  )
}

/** When a step begins, and who gets it: of the first everyone does, where nothing is asked that only a reply can tell. */
const WhenAndWho = (props: StepProps) => {
  const { form, id, step, place } = props
  const words = useWords()
  const isKept = ladderOf(form).kept.includes(step.stepId)
  const name = `steps.${place}.`
  return (
    <>
      {place > 0 && !isKept && (
        <SelectField
          form={form}
          id={id}
          name={`${name}start`}
          label={words("multi.field.begins")}
          options={StepStart.literals.map((start) => ({ value: start, label: words(`multi.field.begins.${start}`) }))}
        />
      )}
      <WaitField
        form={form}
        id={id}
        name={name}
        label={words(place === 0 ? "multi.field.wait.first" : "multi.field.wait")}
      />
      {(place > 0 || asksForValue(step.onlyIf)) && (
        <SelectField
          form={form}
          id={id}
          name={`${name}onlyIf`}
          label={words("multi.field.onlyIf")}
          options={StepCondition.literals.map((one) => ({ value: one, label: words(`multi.field.onlyIf.${one}`) }))}
        />
      )}
      <ValueAsked {...props} />
    </>
  )
}

const Retries = ({ form, id, step, place }: StepProps) => {
  const words = useWords()
  return (
    <>
      <SelectField
        form={form}
        id={id}
        name={`steps.${place}.retries`}
        numeric
        label={words("multi.field.retries")}
        options={Array.from({ length: ladderLimits.retries + 1 }, (_, retries) => ({
          value: retries,
          label: words("multi.field.retries.option", { retries }),
        }))}
      />
      {step.retries > 0 && (
        <TextField
          form={form}
          id={id}
          name={`steps.${place}.retryMinutes`}
          type="number"
          label={words("multi.field.retryMinutes")}
        />
      )}
    </>
  )
}

const StepCard = (props: StepProps) => {
  const words = useWords()
  const { step, place, problems } = props
  const found = problems.filter(({ stepId }) => stepId === step.stepId)
  const head = stepHeadId(step.stepId)
  const channel = words(`multi.channel.${step.channel}`)
  return (
    <li className={found.some(({ blocks }) => blocks) ? "ladder-card ladder-card-faulty" : "ladder-card"}>
      <div className="ladder-card-head">
        <h3 id={head} tabIndex={-1}>
          <span className="ladder-number" aria-hidden="true">
            {place + 1}
          </span>
          <ChannelIcon channel={step.channel} />
          <span aria-hidden="true">{channel}</span>
          <span className="visually-hidden">{words("multi.step.about", { number: place + 1, channel })}</span>
        </h3>
        <Deeds {...props} />
      </div>
      <div className="ladder-fields" role="group" aria-labelledby={head}>
        <StepMessage {...props} />
        <WhenAndWho {...props} />
        {step.channel === "SMS" && <Retries {...props} />}
        {step.channel === "SMS" && <TestFields {...props} />}
      </div>
      {found.map(({ sentence }) => (
        <p key={sentence} className="field-error">
          {sentence}
        </p>
      ))}
    </li>
  )
}

/** The steps of a ladder as cards in their order: chosen, moved, removed and added, by keyboard as well. */
export const LadderSteps = (props: LadderFieldsProps & { readonly problems: ReadonlyArray<LadderProblem> }) => {
  const words = useWords()
  const { form, parts } = props
  const { steps, kept } = ladderOf(form)
  const isFull = steps.length >= ladderLimits.steps
  return (
    <Section title={words("multi.field.steps")} caption={words("multi.ladder.caption", { count: steps.length })}>
      <ol className="ladder">
        {steps.map((step, place) => (
          <StepCard key={step.stepId} {...props} step={step} place={place} />
        ))}
      </ol>
      {isFull ? (
        <p className="muted">{words("multi.step.full")}</p>
      ) : (
        <div className="ladder-add">
          {ChannelName.literals.map((channel) => (
            <Button
              key={channel}
              icon={<ChannelIcon channel={channel} />}
              text={words(`multi.step.add.${channel}`)}
              disabled={isSubmitting(form)}
              onClick={() => {
                // The buttons go with the last step that fits.
                if (steps.length === ladderLimits.steps - 1) focusOn(steps.at(-1))
                changeField(form, "steps", withNewStep(steps, channel, parts, kept))
              }}
            />
          ))}
        </div>
      )}
    </Section>
  )
}
