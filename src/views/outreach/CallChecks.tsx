import { Error as ErrorSign, TickCircle, WarningSign } from "@blueprintjs/icons"
import { useMemo, type ReactNode } from "react"
import {
  callChecks,
  callProblems,
  type CallProblem,
  type CompanyNumber,
} from "#machines/lifecycles/calls/callChecks.ts"
import { failingTests } from "#machines/lifecycles/calls/callTest.ts"
import type { CallTest } from "#schemas/outreach/callTest.ts"
import type { CallFlow, StepId } from "#schemas/outreach/callFlow.ts"
import { Section } from "#views/parts/Page.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The steps that a check complains of. */
export const faultySteps = (flow: CallFlow): ReadonlySet<StepId> =>
  new Set(callProblems(flow, null).flatMap(({ stepId }) => stepId ?? []))

/** The kept tests that fail: they keep no one from publishing, since a call flow may be meant to go another way now. */
const FailingTests = (props: { readonly failing: ReadonlyArray<CallTest>; readonly look: ReactNode }) => {
  const words = useWords()
  return props.failing.map(({ testId, name }) => (
    <li key={testId} className="checks-warning">
      <span className="checks-icon" aria-hidden="true">
        <WarningSign size={16} />
      </span>
      <span>{words("callFlow.test.fails", { name })}</span>
      {props.look}
    </li>
  ))
}

/** What must hold before a call flow is published: each check, with its problems and the way to where they are put right. */
export const CallChecks = (props: {
  readonly flow: CallFlow
  /** The company's numbers, null while they are not known. */
  readonly numbers: ReadonlyArray<CompanyNumber> | null
  /** The way to the step, or to the voicemail, that a problem is about. */
  readonly linkTo?: (problem: CallProblem) => ReactNode
  /** The tests that are kept with the call flow, and the way to where they are run. */
  readonly tests?: ReadonlyArray<CallTest>
  readonly lookAtTests?: ReactNode
}) => {
  const words = useWords()
  const { flow, tests, numbers } = props
  const problems = callProblems(flow, numbers)
  const judged = callChecks.filter(
    (check) => check !== "callerIdCalls" || (flow.callerId !== undefined && numbers !== null),
  )
  const failing = useMemo(() => failingTests(flow, tests ?? []), [flow, tests])
  const count = problems.length
  const caption = count === 0 ? words("callFlow.checks.hold") : words("callFlow.checks.wait", { count })
  return (
    <Section title={words("callFlow.checks")} caption={caption}>
      <ul className="checks" aria-label={words("callFlow.checks")}>
        {judged.flatMap((check) => {
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
        <FailingTests failing={failing} look={props.lookAtTests} />
      </ul>
    </Section>
  )
}
