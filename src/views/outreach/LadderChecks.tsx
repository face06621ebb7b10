import { Error as ErrorSign, TickCircle, WarningSign } from "@blueprintjs/icons"
import { ladderChecks, type LadderProblem } from "#machines/lifecycles/ladder/ladderChecks.ts"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The id of a step's heading, to which its problems lead. */
export const stepHeadId = (stepId: number): string => `multi-step-${stepId}`

const Problem = (props: { readonly problem: LadderProblem; readonly steps: ReadonlyArray<StepValues> }) => {
  const words = useWords()
  const { stepId, sentence, blocks } = props.problem
  const number = props.steps.findIndex((step) => step.stepId === stepId) + 1
  return (
    <li className={blocks ? "checks-problem" : "checks-warning"}>
      <span className="checks-icon" aria-hidden="true">
        {blocks ? <ErrorSign size={16} /> : <WarningSign size={16} />}
      </span>
      <span>{sentence}</span>
      {stepId !== null && number > 0 && <a href={`#${stepHeadId(stepId)}`}>{words("multi.checks.goTo", { number })}</a>}
    </li>
  )
}

/** What must hold before a ladder is launched: each check, with its problems and the way to the step that they are about. */
export const LadderChecks = (props: {
  readonly problems: ReadonlyArray<LadderProblem>
  readonly steps: ReadonlyArray<StepValues>
}) => {
  const words = useWords()
  const { problems, steps } = props
  const count = problems.filter(({ blocks }) => blocks).length
  return (
    <Section
      title={words("multi.checks")}
      caption={problems.length === 0 ? words("multi.checks.hold") : count > 0 && words("multi.checks.wait", { count })}
    >
      <ul className="checks" aria-label={words("multi.checks")}>
        {ladderChecks.flatMap((check) => {
          const found = problems.filter((problem) => problem.check === check)
          return found.length === 0
            ? [
                <li key={check} className="checks-ok">
                  <span className="checks-icon" aria-hidden="true">
                    <TickCircle size={16} />
                  </span>
                  <span>{words(`multi.check.${check}`)}</span>
                </li>,
              ]
            : found.map((problem, place) => <Problem key={`${check} ${place}`} problem={problem} steps={steps} />)
        })}
      </ul>
    </Section>
  )
}
