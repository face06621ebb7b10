import { Button } from "@blueprintjs/core"
import { Error as ErrorSign, TickCircle } from "@blueprintjs/icons"
import { useMemo } from "react"
import { happenedIn, resultOf, type CallPlace, type TestResult } from "#machines/lifecycles/calls/callTest.ts"
import type { CallTrial } from "#machines/lifecycles/calls/callTrial.ts"
import type { CallFlowsEvent, CallFlowsSnapshot } from "#machines/outreach/callFlows.machine.ts"
import type { CallTest } from "#schemas/outreach/callTest.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useKnownWords, useWords } from "#views/parts/Words.tsx"
import { useStepWords } from "./useStepWords.ts"

type Props = {
  readonly page: Seen<CallFlowsSnapshot, CallFlowsEvent>
  readonly shown: Ivr
  /** The call that is tried. */
  readonly trial: CallTrial
  /** Why no test can be kept or removed. */
  readonly reason: string | undefined
  /** Whether something is being done to the call flow, or it is not read again yet. */
  readonly waits: boolean
}

type Failed = Extract<TestResult, { readonly passes: false }>

/** A kept test's failure in words: how the call ends now, and where it first goes another way. */
const useFailureWords = (shown: Ivr) => {
  const words = useWords()
  const known = useKnownWords()
  const { about } = useStepWords(shown.flow)
  const endOf = (state: string) => known(`callFlow.end.${state}`) ?? state
  const placed = ({ state, step }: CallPlace): string => {
    if (step !== undefined) return about(step)
    if (state === "voicemail" || state === "ringing") return words(`callFlow.test.${state}`)
    const number = /^step(\d+)$/.exec(state)?.[1]
    return number === undefined ? `“${endOf(state)}”` : words("callFlow.test.gone", { number: Number(number) })
  }
  return ({ end }: CallTest, { trial, after, came, awaited }: Failed): ReadonlyArray<string> => {
    const expected = endOf(end)
    const place = placed({ state: trial.state, step: trial.step })
    const ended =
      trial.state === end
        ? words("callFlow.test.otherWay")
        : trial.isOver
          ? words("callFlow.test.ends", { now: endOf(trial.state), expected })
          : words("callFlow.test.stops", { place, expected })
    const isSaid = came === undefined || (came.step === undefined && awaited.step === undefined)
    const from = after === undefined ? words("callFlow.test.beginning") : placed(after)
    return isSaid
      ? [ended]
      : [ended, words("callFlow.test.differs", { after: from, now: placed(came), expected: placed(awaited) })]
  }
}

const Result = ({
  shown,
  test,
  result,
}: Pick<Props, "shown"> & { readonly test: CallTest; readonly result: TestResult }) => {
  const words = useWords()
  const known = useKnownWords()
  const failure = useFailureWords(shown)
  if (result.passes)
    return (
      <p className="small muted">
        {words("callFlow.test.passes", { end: known(`callFlow.end.${test.end}`) ?? test.end })}
      </p>
    )
  return failure(test, result).map((sentence) => (
    <p key={sentence} className="small">
      {sentence}
    </p>
  ))
}

const Row = (props: Props & { readonly test: CallTest; readonly result: TestResult }) => {
  const { page, shown, test, result, trial, reason, waits } = props
  const words = useWords()
  const isRun = page.snapshot.context.ran === test.testId
  // A test that comes no further now is run, gone on with, and kept as it is then.
  const now = isRun ? trial : result.trial
  const { name } = test
  return (
    <li className={`call-test ${result.passes ? "checks-ok" : "checks-problem"}`}>
      <span className="checks-icon" aria-hidden="true">
        {result.passes ? <TickCircle size={16} /> : <ErrorSign size={16} />}
      </span>
      <div>
        <p className="call-test-name">{name}</p>
        <Result shown={shown} test={test} result={result} />
      </div>
      <div className="call-test-buttons">
        <Button
          size="small"
          text={words("callFlow.test.run")}
          aria-label={words("callFlow.test.run.named", { name })}
          onClick={() => page.send({ type: "test.run", test })}
        />
        {reason === undefined && !result.passes && now.isOver && (
          <HeldButton
            size="small"
            text={words("callFlow.test.replace")}
            aria-label={words("callFlow.test.replace.named", { name })}
            waits={waits}
            onClick={() => page.send({ type: "test.replace.pressed", flow: shown, test, happened: happenedIn(now) })}
          />
        )}
        {reason === undefined && (
          <HeldButton
            size="small"
            variant="minimal"
            intent="danger"
            text={words("callFlow.test.remove.row")}
            aria-label={words("callFlow.test.remove.named", { name })}
            waits={waits}
            onClick={() => page.send({ type: "test.remove.pressed", flow: shown, test })}
          />
        )}
      </div>
    </li>
  )
}

/** The calls that are kept as tests of a call flow, each with what becomes of it in the call flow as it is now. */
export const CallTests = (props: Props) => {
  const words = useWords()
  const { flow, tests } = props.shown
  const results = useMemo(() => tests.map((test) => ({ test, result: resultOf(flow, test) })), [flow, tests])
  const passing = results.filter(({ result }) => result.passes).length
  const caption = words("callFlow.tests.pass", { passing, count: tests.length })
  return (
    <Section title={words("callFlow.tests")} {...(tests.length === 0 ? {} : { caption })}>
      {tests.length === 0 ? (
        <p className="muted">{words("callFlow.tests.none")}</p>
      ) : (
        <ul className="checks" aria-label={words("callFlow.tests")}>
          {results.map(({ test, result }) => (
            <Row key={test.testId} {...props} test={test} result={result} />
          ))}
        </ul>
      )}
    </Section>
  )
}
