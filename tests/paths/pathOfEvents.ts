import { createActor, type AnyMachineSnapshot, type AnyStateMachine } from "xstate"
import { answeringFromNotes } from "#machines/journalNotes.ts"
import type { JournalEntry } from "#schemas/session/journal.ts"
import { pureSteps, type PureStep } from "./pureSteps.ts"
import type { Path, Step } from "./walk.ts"

type Notes = NonNullable<JournalEntry["noted"]>

/** What a chart heard since it began, or since a persisted snapshot. */
export type ReceivedEvents = {
  readonly input?: unknown
  readonly base: unknown
  readonly noted?: Notes
  readonly steps: ReadonlyArray<Pick<Step, "event" | "isTimer" | "at"> & { readonly noted?: Notes }>
}

/**
 * The path a chart takes by what it heard; nothing runs. Guards and actions that
 * asked their surroundings get the answers that were noted then.
 * @throws with a sentence where the chart cannot follow.
 */
export const pathOfEvents = (machine: AnyStateMachine, { input, base, noted, steps }: ReceivedEvents): Path => {
  const entries = steps.map(({ event, at, noted: some }) => ({
    event,
    at,
    ...(some === undefined ? {} : { noted: some }),
  }))
  const { chart, expect: expectNotes } = answeringFromNotes(machine, {
    entries,
    ...(noted === undefined ? {} : { noted }),
  } as never)
  const pure = pureSteps(chart)
  const begin = (): PureStep<unknown> => {
    if (base === null) return pure.begin(input)
    const restored = createActor(pure.chart, { snapshot: base as never }).getSnapshot() as AnyMachineSnapshot
    return { inner: restored, actions: [], taken: [], refused: [] }
  }
  const attempt = <A>(what: string, run: () => A): A => {
    try {
      return run()
    } catch (error) {
      throw new Error(
        `The chart "${machine.id}" cannot follow ${what}: ${(error as Error).message} It may be of another version of the program, or more of it was masked than the chart can do without.`,
        { cause: error },
      )
    }
  }
  expectNotes(noted)
  const first = attempt("its beginning", begin)
  const taken: Array<Step> = []
  let here = first.inner
  steps.forEach(({ event, isTimer, at, noted: some }, index) => {
    if (here.status !== "active") return
    expectNotes(some)
    const next = attempt(`step ${index + 1} (${event.type})`, () => pure.next(here, event))
    here = next.inner
    taken.push({ event, isTimer, at, snapshot: here, taken: next.taken, refused: next.refused })
  })
  return {
    steps: taken,
    events: taken.map(({ event }) => event),
    snapshot: here,
    start: { snapshot: first.inner, taken: first.taken, refused: first.refused },
  }
}
