import { Button } from "@blueprintjs/core"
import { useIntl } from "react-intl"
import { travelledStep, type TravelEvent, type TravelSnapshot } from "#machines/administration/timeTravel.machine.ts"
import { eventName } from "#machines/mermaid.ts"
import { redacted } from "#machines/redaction.ts"
import type { ChartJournal, JournalEntry } from "#schemas/session/journal.ts"
import { Facts } from "#views/parts/Page.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"
import { Answers, useOutcome } from "./FlowsLive.tsx"

type Props = { readonly page: Seen<TravelSnapshot, TravelEvent>; readonly run: ChartJournal }

const momentOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZoneName: "short",
} as const

/** A moment to the millisecond. @param at milliseconds since 1970. */
export const Moment = ({ at }: { readonly at: number }) => <>{useIntl().formatDate(at, momentOptions)}</>

const useStepName = (): ((run: ChartJournal, step: number) => string) => {
  const words = useWords()
  return ({ entries }, step) => {
    const count = entries.length
    const entry = entries[step - 1]
    return entry === undefined
      ? words("travel.at.start", { count })
      : words("travel.at", { step, count, event: eventName(entry.event.type) })
  }
}

/** The slider through the events of a run, and buttons that do the same: arrow keys, Home and End move it as any slider. */
export const StepSlider = ({ page: { snapshot, send }, run }: Props) => {
  const words = useWords()
  const nameOf = useStepName()
  const { entries } = run
  const step = travelledStep(snapshot, run)
  const isNow = snapshot.matches({ moment: "now" })
  const go = (to: number): void =>
    send({ type: "moment.chosen", at: entries[Math.min(Math.max(to, 0), entries.length) - 1]?.at ?? 0 })
  return (
    <div className="travel-steps" role="group" aria-label={words("travel.steps")}>
      <input
        type="range"
        min={0}
        max={entries.length}
        step={1}
        value={step}
        aria-label={words("travel.slider", { chart: run.chart })}
        aria-valuetext={nameOf(run, step)}
        onChange={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <div className="travel-buttons">
        <Button onClick={() => go(0)}>{words("travel.first")}</Button>
        <Button onClick={() => go(step - 1)}>{words("travel.back")}</Button>
        <Button onClick={() => go(step + 1)}>{words("travel.forward")}</Button>
        {/* Stays where it is, with the focus on it, while there is nowhere newer to go. */}
        <Button intent={isNow ? "none" : "primary"} aria-disabled={isNow} onClick={() => send({ type: "now.pressed" })}>
          {words("travel.now")}
        </Button>
        <p role="status">{nameOf(run, step)}</p>
      </div>
      <p className="muted">
        {words(!isNow ? "travel.past" : snapshot.context.file === null ? "travel.live" : "travel.end")}
      </p>
    </div>
  )
}

const Carried = ({ entry }: { readonly entry: JournalEntry }) => {
  const words = useWords()
  const { type: _, ...carried } = entry.event
  if (Object.keys(carried).length === 0) return null
  return (
    <details className="travel-carried">
      <summary>{words("travel.carried")}</summary>
      <pre tabIndex={0}>{JSON.stringify(redacted(carried), null, 2)}</pre>
    </details>
  )
}

const Led = ({ stood: { states, step } }: { readonly stood: NonNullable<TravelSnapshot["context"]["stood"]> }) => {
  const words = useWords()
  const outcome = useOutcome(step ?? { event: "", left: [], entered: states, guards: [], taken: true })
  const guards = step?.guards ?? []
  return (
    <Facts
      rows={[
        [
          words("travel.states"),
          <span key="states" className="flow-path">
            {states.join(", ")}
          </span>,
        ],
        ...(step === null
          ? []
          : ([
              [
                words("travel.led"),
                <span key="led" className="flow-path">
                  {outcome}
                </span>,
              ],
              [
                words("travel.guards"),
                guards.length === 0 ? words("travel.guards.none") : <Answers key="guards" guards={guards} />,
              ],
            ] as const)),
      ]}
    />
  )
}

/** The event that is looked at: when it was heard, where it led, what the guards said, what it carried. */
export const StepFacts = ({ page: { snapshot }, run }: Props) => {
  const words = useWords()
  const entry = run.entries[travelledStep(snapshot, run) - 1]
  const { stood, broken } = snapshot.context
  return (
    <>
      <Facts
        rows={
          entry === undefined
            ? [[words("travel.event"), words(run.base === null ? "travel.event.none" : "travel.event.base")]]
            : [
                [words("travel.event"), <strong key="event">{eventName(entry.event.type)}</strong>],
                [words("travel.time"), <Moment key="at" at={entry.at} />],
              ]
        }
      />
      {stood === null ? broken !== null && <p>{words("travel.unknown")}</p> : <Led stood={stood} />}
      {entry !== undefined && <Carried entry={entry} />}
    </>
  )
}
