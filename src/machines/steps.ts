import { transition, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import type { ChartJournal, JournalEntry } from "#schemas/session/journal.ts"
import { foldOf } from "./journal.ts"
import { answeringFromNotes } from "./journalNotes.ts"
import { eventName } from "./mermaid.ts"
import { innermost } from "./outline.ts"

/** A guard that was asked, and what it said. */
export type GuardAnswer = { readonly guard: string; readonly answer: boolean }

/** What one event did to a chart, in names only: what the event carried stays where it is. */
export type Step = {
  readonly event: string
  /** The states that were left and entered, as paths; both empty where the chart stayed as it was. */
  readonly left: ReadonlyArray<string>
  readonly entered: ReadonlyArray<string>
  /** The guards in the order they were asked. */
  readonly guards: ReadonlyArray<GuardAnswer>
  /** Whether any arrow was taken: not where no state hears the event, or every guard said no. */
  readonly taken: boolean
}

type Guard = (args: { readonly event: { readonly type: string } }, params: unknown) => boolean

/**
 * A chart whose guards note what they are asked. XState's `transition` begins a chart of its own each time, which is
 * thrown away: what its guards say was never said.
 */
const asked = (machine: AnyStateMachine) => {
  const answers: Array<GuardAnswer> = []
  const noted = Object.entries(machine.implementations.guards).map(([guard, given]) => [
    guard,
    (args: Parameters<Guard>[0], params: unknown): boolean => {
      const answer = (given as Guard)(args, params)
      if (args.event.type !== "xstate.init") answers.push({ guard, answer })
      return answer
    },
  ])
  return { chart: machine.provide({ guards: Object.fromEntries(noted) as never }), answers }
}

const without = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  some.filter((one) => !others.includes(one))

type Reached = { readonly journal: ChartJournal; readonly snapshot: AnyMachineSnapshot }
type TimedStep = Step & { readonly at: number }

/**
 * The same place in a chart that is written the same and answers in another way. States that stand side by side are
 * asked in the order they were entered, which their value does not say.
 */
const within = (chart: AnyStateMachine, from: AnyMachineSnapshot): AnyMachineSnapshot => {
  const { value, context, historyValue, status, children } = from
  const entered = from._nodes.map(({ id }) => chart.getStateNodeById(id))
  return { ...chart.resolveState({ value, context, historyValue, status }), _nodes: entered, children }
}

/** A walker along the entries of a journal, one step at a time. */
const walker = (machine: AnyStateMachine, journal: ChartJournal) => {
  const replayed = answeringFromNotes(machine, journal)
  const { chart, answers } = asked(replayed.chart)
  return (from: AnyMachineSnapshot, { at, event, noted }: JournalEntry): readonly [AnyMachineSnapshot, TimedStep] => {
    const before = within(chart, from)
    replayed.expect(noted)
    const taken = before.status === "active" && chart.getTransitionData(before, event).length > 0
    answers.length = 0
    replayed.expect(noted)
    const after = before.status === "active" ? (transition(chart, before, event)[0] as AnyMachineSnapshot) : before
    const [left, entered] = [innermost(before.value), innermost(after.value)]
    return [
      after,
      {
        at,
        event: eventName(event.type),
        left: without(left, entered),
        entered: without(entered, left),
        guards: [...answers],
        taken,
      },
    ]
  }
}

/**
 * Reads what the newest events of a run did, out of its journal, by walking its
 * chart: nothing is started and no action is done. Each answer walks on from the
 * last one, so that a long journal is walked once.
 * @param machine the chart with the guards it runs with.
 * @param most how many steps are kept, the newest.
 */
export const stepsReader = (machine: AnyStateMachine, most: number) => {
  let steps: ReadonlyArray<TimedStep> = []
  let reached: Reached | undefined
  /** The run's steps, oldest first, each with the moment of its event in milliseconds since 1970. */
  return (journal: ChartJournal): ReadonlyArray<TimedStep> => {
    if (reached?.journal === journal) return steps
    const { entries } = journal
    const last = reached?.journal.entries.at(-1)
    const place = last === undefined ? -1 : entries.lastIndexOf(last)
    const start = place >= 0 ? place + 1 : Math.max(0, entries.length - most)
    const walk = walker(machine, journal)
    let snapshot = place >= 0 && reached !== undefined ? reached.snapshot : foldOf(machine, journal, start)
    const walked = entries.slice(start).map((entry) => {
      const [after, step] = walk(snapshot, entry)
      snapshot = after
      return step
    })
    steps = [...(place >= 0 ? steps : []), ...walked].slice(-most)
    reached = { journal, snapshot }
    return steps
  }
}
