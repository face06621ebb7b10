import { Link } from "wouter"
import type { SeenRun, SeenStep } from "#machines/administration/flows.machine.ts"
import type { GuardAnswer, Step } from "#machines/steps.ts"
import { Section } from "#views/parts/Page.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Listed = { readonly url: PageUrl; readonly runs: ReadonlyArray<SeenRun>; readonly chosen: string | undefined }

const RunList = ({ url, runs, chosen }: Listed) => {
  const words = useWords()
  return (
    <ul className="flow-running">
      {runs.map(({ run, chart, within, states }) => (
        <li key={run}>
          <Link
            href={url.href({ chart, run, of: null, search: null })}
            {...(run === chosen ? { "aria-current": "true" } : {})}
          >
            {chart}
          </Link>{" "}
          {within !== null && <span className="muted">{words("flows.run.within", { chart: within })}</span>}{" "}
          <span className="flow-path">{states.join(", ")}</span>
        </li>
      ))}
    </ul>
  )
}

/** The last run of each chart where it ran, newest first: a page's own is not lost among the calls that it made. */
const lastOfEach = (runs: ReadonlyArray<SeenRun>): ReadonlyArray<SeenRun> =>
  [...new Map(runs.map((run) => [`${run.chart} ${run.within ?? ""}`, run])).values()].toSorted(
    (left, right) => runs.indexOf(right) - runs.indexOf(left),
  )

/** Every chart that runs in this tab, and those that have ended in it, newest first; each leads to its picture. */
export const Runs = ({ url, runs, chosen }: Listed) => {
  const words = useWords()
  const ended = lastOfEach(runs.filter(({ endedAt }) => endedAt !== null))
  return (
    <Section title={words("flows.runs")}>
      <RunList url={url} chosen={chosen} runs={runs.filter(({ endedAt }) => endedAt === null)} />
      {ended.length > 0 && (
        <>
          <h3>{words("flows.ended")}</h3>
          <RunList url={url} chosen={chosen} runs={ended} />
        </>
      )}
    </Section>
  )
}

/** What the guards said that were asked, in their order. */
export const Answers = ({ guards }: { readonly guards: ReadonlyArray<GuardAnswer> }) => {
  const words = useWords()
  return (
    <ul className="flow-answers">
      {guards.map(({ guard, answer }, index) => (
        <li key={index}>
          <StateTag tone={answer ? "success" : "neutral"}>
            {words(answer ? "flows.guard.yes" : "flows.guard.no", { guard })}
          </StateTag>
        </li>
      ))}
    </ul>
  )
}

/** Where an event led a chart, in words. */
export const useOutcome = ({ left, entered, guards, taken }: Step): string => {
  const words = useWords()
  if (left.length + entered.length > 0)
    return words("flows.step.moved", { left: left.join(", "), entered: entered.join(", ") })
  if (taken) return words("flows.step.stayed")
  return words(guards.length > 0 ? "flows.step.refused" : "flows.step.ignored")
}

const StepRow = ({ step }: { readonly step: SeenStep }) => (
  <li>
    <strong>{step.event}</strong> <span className="flow-path">{useOutcome(step)}</span>
    {step.guards.length > 0 && <Answers guards={step.guards} />}
  </li>
)

/** What the last events did to a chart, the newest first: where they led, and which guard said what. */
export const Steps = ({ chart, steps }: { readonly chart: string; readonly steps: ReadonlyArray<SeenStep> }) => {
  const words = useWords()
  return (
    <Section title={words("flows.steps", { chart })}>
      {steps.length === 0 ? (
        <p>{words("flows.steps.none")}</p>
      ) : (
        <ol className="flow-steps" reversed>
          {steps.map((step) => (
            <StepRow key={`${step.run} ${step.at}`} step={step} />
          ))}
        </ol>
      )}
    </Section>
  )
}
