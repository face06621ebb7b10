import { Error as ErrorSign, TickCircle } from "@blueprintjs/icons"
import type { ReactNode } from "react"
import { callChecks, callProblems, type CallProblem } from "#machines/lifecycles/calls/callChecks.ts"
import type { CallFlow, StepId } from "#schemas/outreach/callFlow.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The steps that a check complains of. */
export const faultySteps = (flow: CallFlow): ReadonlySet<StepId> =>
  new Set(callProblems(flow).flatMap(({ stepId }) => stepId ?? []))

/** What must hold before a call flow is published: each check, with its problems and the way to where they are put right. */
export const CallChecks = (props: {
  readonly flow: CallFlow
  /** The way to the step, or to the voicemail, that a problem is about. */
  readonly linkTo?: (problem: CallProblem) => ReactNode
}) => {
  const words = useWords()
  const problems = callProblems(props.flow)
  const count = problems.length
  const caption = count === 0 ? words("callFlow.checks.hold") : words("callFlow.checks.wait", { count })
  return (
    <Section title={words("callFlow.checks")} caption={caption}>
      <ul className="checks" aria-label={words("callFlow.checks")}>
        {callChecks.flatMap((check) => {
          const found = problems.filter((problem) => problem.check === check)
          if (found.length === 0)
            return [
              <li key={check} className="checks-ok">
                <span className="checks-icon" aria-hidden="true">
                  <TickCircle size={16} />
                </span>
                <span>{words(`callFlow.check.${check}`)}</span>
              </li>,
            ]
          return found.map((problem, index) => (
            <li key={`${check} ${index}`} className="checks-problem">
              <span className="checks-icon" aria-hidden="true">
                <ErrorSign size={16} />
              </span>
              <span>{problem.sentence}</span>
              {props.linkTo?.(problem)}
            </li>
          ))
        })}
      </ul>
    </Section>
  )
}
