import { Button } from "@blueprintjs/core"
import { ChevronLeft, ChevronRight } from "@blueprintjs/icons"
import { journeyEnds, variantLetter } from "#schemas/outreach/ladder.ts"
import type { LadderSimulation as Simulation, SimulatedPerson } from "#schemas/outreach/multiCampaign.ts"
import type { StepValues } from "#schemas/outreach/multiCampaignForm.ts"
import { Bars } from "#views/parts/Bars.tsx"
import { Figure, Figures } from "#views/parts/Figure.tsx"
import { HeldButton } from "#views/parts/HeldButton.tsx"
import { Section } from "#views/parts/Page.tsx"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Shares } from "#views/parts/Progress.tsx"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Time, useZoneName } from "#views/parts/Time.tsx"
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { endTones } from "./LadderPaths.tsx"
import { ReasonText } from "./ReasonText.tsx"

type Props = {
  readonly simulation: SeenReading<Simulation>
  readonly steps: ReadonlyArray<StepValues>
  /** Whether list and steps are chosen, so that it can be run. */
  readonly isWhole: boolean
  /** Whether the ladder was changed since it was run. */
  readonly isOld: boolean
  /** The person of the sample who is followed. */
  readonly place: number
  readonly onRun: () => void
  readonly onFollow: (place: number) => void
}

const Ends = ({ ends, people }: { readonly ends: Simulation["ends"]; readonly people: number }) => {
  const words = useWords()
  const label = words("multi.simulated.ends")
  const rows = journeyEnds.flatMap((end) => {
    const found = ends.find((one) => one.as === end)?.people ?? 0
    return found === 0 ? [] : [{ id: end, name: words(`multi.ends.${end}`), value: found, tone: endTones[end] }]
  })
  return (
    <>
      <div aria-hidden="true">
        <Shares label={label} quiet parts={rows} />
      </div>
      <Bars label={label} whole={people} share rows={rows} />
    </>
  )
}

const Happened = ({ person, steps }: { readonly person: SimulatedPerson; readonly steps: Props["steps"] }) => {
  const words = useWords()
  return (
    <ol className="ladder-happened">
      {person.happened.map(({ at, stepId, what, reason }, index) => {
        const step = steps.find((one) => one.stepId === stepId)
        return (
          <li key={`${at} ${index}`}>
            <span>
              {words(`multi.happened.${what}`, {
                number: step === undefined ? "" : steps.indexOf(step) + 1,
                end: words(`multi.ends.${person.endedAs}`),
              })}
              {reason !== null && <ReasonText reason={reason} />}
            </span>
            <span className="muted small">
              <Time at={at} zone={person.zone} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** One person of the sample with everything that happened to them; the others are a press away. */
const Followed = ({ sample, place, steps, onFollow }: Omit<Props, "simulation"> & Pick<Simulation, "sample">) => {
  const words = useWords()
  const zoneName = useZoneName()
  const person = sample[place] ?? sample[0]
  if (person === undefined) return null
  const at = sample.indexOf(person)
  const go = (by: number) => (): void => onFollow((at + by + sample.length) % sample.length)
  return (
    <Section
      level={3}
      title={words("multi.simulated.person", { number: at + 1, people: sample.length })}
      caption={`${person.patient}, ${zoneName(person.zone)}`}
      aside={
        <span className="ladder-deeds">
          <Button size="small" icon={<ChevronLeft />} aria-label={words("multi.simulated.before")} onClick={go(-1)} />
          <Button size="small" icon={<ChevronRight />} aria-label={words("multi.simulated.after")} onClick={go(1)} />
        </span>
      }
    >
      <Happened person={person} steps={steps} />
      <p className="muted small">{words("multi.touches", { touches: person.touches })}</p>
    </Section>
  )
}

/** How the test of a step ended in the sample, by the rule that decides real ones. */
const Test = (props: {
  readonly test: Simulation["tests"][number]
  readonly steps: Props["steps"]
  /** People of the list, and of the sample. */
  readonly people: number
  readonly ended: number
}) => {
  const words = useWords()
  const { test, steps, people, ended } = props
  const { stepId, outcome, winner, variants, waited } = test
  const step = steps.find((one) => one.stepId === stepId)
  const asked = step?.test
  const isSampleSmall =
    people > ended && asked !== undefined && people >= Number(asked.minimumPeople) * (asked.templateIds.length + 1)
  const { measured = 0, reached = 0 } = variants.find(({ variant }) => variant === winner) ?? {}
  return (
    <p>
      <strong>
        {words("multi.simulated.test", { number: step === undefined ? "" : steps.indexOf(step) + 1 })}{" "}
        {words(outcome === "tooFew" && isSampleSmall ? "multi.simulated.tooFew" : `multi.test.${outcome}`, {
          letter: variantLetter(winner ?? 0),
          measured,
          reached,
        })}
      </strong>{" "}
      {waited > 0 && words("multi.simulated.waited", { people: waited })}{" "}
      {variants.map((one) => words("multi.simulated.text", { ...one, letter: variantLetter(one.variant) })).join(" ")}
    </p>
  )
}

const Result = ({ result, ...props }: Omit<Props, "simulation"> & { readonly result: Simulation }) => {
  const words = useWords()
  const numbers = useNumbers()
  const { people, isAssumed, ends, texts, segments, calls, lastAt, sample, tests } = result
  if (people === 0) return <Notice intent="warning">{words("multi.simulated.none")}</Notice>
  const ended = ends.reduce((sum, one) => sum + one.people, 0)
  return (
    <div className="section">
      {props.isOld && <Notice intent="warning">{words("multi.simulated.old")}</Notice>}
      <p className="muted" role="status">
        {words("multi.simulated.caption", { people: ended })}
        {isAssumed && `. ${words("multi.simulated.assumed")}`}
      </p>
      <Ends ends={ends} people={ended} />
      <Figures label={words("multi.simulated")}>
        <Figure name={words("multi.simulated.texts")} value={numbers(texts)}>
          {words("multi.simulated.segments", { segments })}
        </Figure>
        <Figure name={words("multi.simulated.calls")} value={numbers(calls)} />
        {lastAt !== null && <Figure name={words("multi.simulated.last")} value={<Time at={lastAt} />} />}
      </Figures>
      {tests.map((test) => (
        <Test key={test.stepId} test={test} steps={props.steps} people={people} ended={ended} />
      ))}
      <Followed {...props} sample={sample} />
    </div>
  )
}

/** What a sample of real people would go through, by the ladder as it is written; nothing is sent. */
export const LadderSimulation = ({ simulation, ...props }: Props) => {
  const words = useWords()
  const isRun = !simulation.snapshot.matches("idle")
  return (
    <Section
      title={words(isRun ? "multi.simulated" : "multi.simulate")}
      aside={
        props.isWhole && (
          <HeldButton
            text={words(isRun ? "multi.simulate.again" : "multi.simulate")}
            loading={simulation.snapshot.hasTag("busy")}
            onClick={props.onRun}
          />
        )
      }
    >
      {!props.isWhole && <p className="muted">{words("multi.simulate.waits")}</p>}
      <Reading of={simulation} idle={<p className="muted">{words("multi.simulate.text")}</p>}>
        {(result) => <Result {...props} result={result} />}
      </Reading>
    </Section>
  )
}
