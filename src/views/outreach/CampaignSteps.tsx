import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import type { NewCampaignEvent, NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import { draftOf, isWrongIn, type CampaignChoices, type CampaignStep } from "#schemas/outreach/campaignForm.ts"
import type { WordId } from "#schemas/words.ts"
import { FoldedStep } from "#views/parts/FoldedStep.tsx"
import { leaveNoField, type SeenForm } from "#views/parts/Form.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"
import { MessageFields, PeopleFields, TimingFields } from "./CampaignFields.tsx"
import { CampaignVerdict } from "./CampaignVerdict.tsx"

type Props = {
  readonly page: Seen<NewCampaignSnapshot, NewCampaignEvent>
  readonly form: SeenForm
  readonly choices: CampaignChoices
  readonly id: string
}

/** What is chosen in each step, in one line; a step that is shut may lack what is wrong in it. */
const useAnswers = ({ page, choices }: Props): Record<CampaignStep, React.ReactNode> => {
  const words = useWords()
  const { locale } = useIntl()
  const { values } = page.snapshot.context
  if (values === null) return { message: null, people: null, timing: null }
  const template = choices.templates.find(({ templateId }) => templateId === values.templateId)
  const list = choices.lists.find(({ listId }) => listId === values.listId)
  const sender = choices.senders.find(({ senderId }) => senderId === values.senderId)
  const { startAt } = draftOf(values)
  return {
    message: template && (
      <Word
        id="campaign.step.message.said"
        values={{
          template: <strong>{template.name}</strong>,
          purpose: words(`purpose.${values.purpose}`).toLocaleLowerCase(locale),
        }}
      />
    ),
    people: list && (
      <Word id="campaign.step.people.said" values={{ people: list.people, list: <strong>{list.name}</strong> }} />
    ),
    timing: sender && (
      <>
        {startAt === null ? (
          <Word id="campaign.step.timing.now" />
        ) : (
          <Word
            id="campaign.step.timing.later"
            values={{ time: <Time at={startAt} zone={values.zone} inSentence /> }}
          />
        )}
        {". "}
        {words(`campaign.step.timing.pace.${values.campaignType}`, {
          sender: sender.label,
          speed: sender.segmentsPerSecond,
        })}
      </>
    ),
  }
}

const steps = [
  { step: "message", Fields: MessageFields, next: "campaign.step.people.next" },
  { step: "people", Fields: PeopleFields, next: "campaign.step.timing.next" },
  { step: "timing", Fields: TimingFields, next: "campaign.step.check.next" },
] as const satisfies ReadonlyArray<{ readonly step: CampaignStep; readonly next: WordId; readonly Fields: unknown }>

/** The steps of a campaign: one is open, those done are one line of their answer; the last says what the check found. */
export const CampaignSteps = (props: Props) => {
  const { page, form, choices, id } = props
  const { snapshot, send } = page
  const words = useWords()
  const answers = useAnswers(props)
  const { errors, focus } = snapshot.context
  const isAt = (step: CampaignStep | "check") => snapshot.matches({ drafting: { step } })
  const canOpen = (step: CampaignStep) => !isAt(step) && snapshot.can({ type: `${step}.opened` })
  return (
    <ol className="folded-steps">
      {steps.map(({ step, Fields, next }, index) => (
        <FoldedStep
          key={step}
          number={index + 1}
          title={words(`campaign.step.${step}`)}
          isOpen={isAt(step)}
          isDone={canOpen(step) && !isWrongIn(step, errors)}
          said={answers[step]}
          focus={focus}
          onChange={canOpen(step) ? () => send({ type: `${step}.opened` }) : undefined}
        >
          <Fields form={form} choices={choices} id={id} />
          <div>
            <Button text={words(next)} onMouseDown={leaveNoField} onClick={() => send({ type: "next.pressed" })} />
          </div>
        </FoldedStep>
      ))}
      <FoldedStep
        number={steps.length + 1}
        title={words("campaign.step.check")}
        isOpen={isAt("check")}
        isDone={false}
        focus={focus}
      >
        <CampaignVerdict snapshot={snapshot} />
      </FoldedStep>
    </ol>
  )
}
