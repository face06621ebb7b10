import { useContext } from "react"
import { useIntl } from "react-intl"
import type {
  CheckParams,
  MultiCampaignsEvent,
  MultiCampaignsSnapshot,
} from "#machines/outreach/multiCampaigns.machine.ts"
import { variantLetter, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { CheckedText, LadderCheck as Check } from "#schemas/outreach/ladderCheck.ts"
import type { MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { Now, Time } from "#views/parts/Time.tsx"
import { useLanguageNames, useNumbers, useWords, Word } from "#views/parts/Words.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { CannotSend } from "./CannotSend.tsx"
import { StepReasons } from "./StepReasons.tsx"
import { WhichLanguage } from "./WhichLanguage.tsx"

/** Whether it waits for its launch still, so that it can be checked. */
export const isBeforeLaunch = ({ state }: Pick<MultiCampaignDetail, "state">): boolean =>
  state === "draft" || state === "unconfirmed" || state === "scheduled"

type Checked = {
  readonly page: Seen<MultiCampaignsSnapshot, MultiCampaignsEvent>
  readonly check: SeenReading<Check>
  readonly shown: MultiCampaignDetail
}

/** What was asked to be checked, where it is the multi-campaign that is shown. */
const asked = ({ check, shown }: Checked): CheckParams | null => {
  const params = check.snapshot.context.params as CheckParams | null
  return params?.hashedId === shown.hashedId ? params : null
}

/** A check holds no longer than this: people reply and opt out, and not every change of a rule is reported to a page. */
const holdsMillis = 10 * 60_000

/** Whether something changed since the check, or it was made too long ago; undefined while it holds. */
const useAge = (props: Checked): "changed" | "late" | undefined => {
  const now = useContext(Now)
  const { data } = props.check.snapshot.context
  if (props.page.snapshot.context.isCheckOld || asked(props)?.version !== props.shown.version) return "changed"
  return data !== null && now !== null && now - Date.parse(data.checkedAt) >= holdsMillis ? "late" : undefined
}

/** The check of what is shown; undefined where there is none, or where it holds no more. */
export const useFreshCheck = (props: Checked): Check | undefined => {
  const age = useAge(props)
  return asked(props) === null || age !== undefined ? undefined : (props.check.snapshot.context.data ?? undefined)
}

const Takes = ({ check: { most, expected } }: { readonly check: Check }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { simulated, isAssumed, lastAt } = expected
  return (
    <Figures label={words("multi.check.takes")}>
      <Figure name={words("multi.check.most.texts")} value={numbers(most.texts)}>
        {words("multi.check.segments", { segments: most.segments })}
      </Figure>
      <Figure name={words("multi.check.expected.texts")} value={numbers(expected.texts)}>
        {words("multi.check.segments", { segments: expected.segments })}
      </Figure>
      <Figure name={words("multi.check.most.calls")} value={numbers(most.calls)}>
        {words("multi.check.most")}
      </Figure>
      <Figure name={words("multi.check.expected.calls")} value={numbers(expected.calls)}>
        {words("multi.check.expected", { people: simulated })}
        {isAssumed && `, ${words("multi.check.assumed")}`}
      </Figure>
      {lastAt !== null && (
        <Figure name={words("multi.check.last")} value={<Time at={lastAt} />}>
          {words("multi.check.last.text")}
        </Figure>
      )}
    </Figures>
  )
}

const Found = (props: Checked & { readonly found: Check }) => {
  const words = useWords()
  const { checkedAt, people, reached, needsConfirmation } = props.found
  const age = useAge(props)
  return (
    <div className="section">
      {age !== undefined && <Notice intent="warning">{words(`multi.check.old.${age}`)}</Notice>}
      <p className="muted">
        <Word id="multi.check.at" values={{ at: <Time at={checkedAt} inSentence /> }} />
      </p>
      <p role="status">
        {people === 0 ? words("multi.check.none") : words("multi.check.reached", { people, reached })}
      </p>
      {needsConfirmation && props.shown.state === "draft" && <Notice>{words("multi.check.confirmation")}</Notice>}
      {people > 0 && <Takes check={props.found} />}
    </div>
  )
}

/** The check before the launch: how many could be reached, and what it takes; the steps say the rest. */
export const LadderCheck = (props: Checked) => {
  const words = useWords()
  const { page, check, shown } = props
  const isRun = asked(props) !== null
  const { hashedId, version } = shown
  const idle = <p className="muted">{words("multi.check.text")}</p>
  return (
    <Section
      title={words("multi.check")}
      aside={
        <HeldButton
          text={words(isRun ? "multi.check.again" : "multi.check.run")}
          loading={isRun && check.snapshot.hasTag("busy")}
          onClick={() => page.send({ type: "check.pressed", hashedId, version })}
        />
      }
    >
      {isRun ? (
        <Reading of={check} idle={idle}>
          {(found) => <Found {...props} found={found} />}
        </Reading>
      ) : (
        idle
      )}
    </Section>
  )
}

const TextChecked = (props: { readonly text: CheckedText; readonly step: LadderStep; readonly number: number }) => {
  const { text, step, number } = props
  const words = useWords()
  const intl = useIntl()
  const languageNames = useLanguageNames()
  const { eligible, leftOut, isPublished, withoutOptOut, variant } = text
  return (
    <>
      <p>
        {step.test !== undefined && (
          <strong>{words("multi.check.gets.text", { letter: variantLetter(variant) })} </strong>
        )}
        {isPublished
          ? words("multi.check.gets", {
              people: eligible,
              leftOut: leftOut.reduce((sum, { people }) => sum + people, 0),
            })
          : words("multi.check.notPublished")}
      </p>
      <StepReasons reasons={leftOut} label={words("multi.check.why", { number })} />
      <WhichLanguage check={text} type={step.channel} />
      {withoutOptOut.length > 0 && (
        <Notice intent="warning">
          {words("multi.check.withoutOptOut", { languages: intl.formatList(withoutOptOut.map(languageNames)) })}
        </Notice>
      )}
    </>
  )
}

/** What the check found of one step: each of its texts, and its number. */
export const StepChecked = (props: {
  readonly check: Check | undefined
  readonly step: LadderStep
  readonly number: number
}) => {
  const words = useWords()
  const { check, step, number } = props
  const trouble = check?.troubles.find(({ stepId }) => stepId === step.stepId)
  return (
    <>
      {trouble !== undefined && (
        <CannotSend number={trouble.number} channel={step.channel} since={trouble.since} reason={trouble.words}>
          {trouble.standIn !== null && words("multi.check.standIn", { number: phoneText(trouble.standIn) })}
        </CannotSend>
      )}
      {check?.texts
        .filter(({ stepId }) => stepId === step.stepId)
        .map((text) => (
          <TextChecked key={text.variant} text={text} step={step} number={number} />
        ))}
    </>
  )
}

/** What the check of a launch found, a step a line: of a test the text that fewest people could get. */
export const CheckedSteps = (props: { readonly check: Check; readonly steps: ReadonlyArray<LadderStep> }) => {
  const words = useWords()
  const { check, steps } = props
  return (
    <>
      <ul className="ladder-touches" aria-label={words("multi.launch.steps")}>
        {steps.map(({ stepId, channel }, place) => {
          const texts = check.texts.filter((one) => one.stepId === stepId)
          const people = Math.min(...texts.map(({ eligible }) => eligible))
          // Someone else may have saved other steps since the page was read.
          return texts.length === 0 ? null : (
            <li key={stepId}>
              {words(`multi.launch.step.${channel}`, { number: place + 1, people, leftOut: check.people - people })}
            </li>
          )
        })}
      </ul>
      {[...new Map(check.troubles.map((one) => [one.number, one])).values()].map(
        ({ stepId, number, since, words: reason }) => {
          const channel = steps.find((step) => step.stepId === stepId)?.channel ?? "SMS"
          return <CannotSend key={stepId} number={number} channel={channel} since={since} reason={reason} />
        },
      )}
      <p>{words("multi.launch.most", check.most)}</p>
    </>
  )
}
