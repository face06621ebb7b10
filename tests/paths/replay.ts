import {
  createActor,
  fromCallback,
  fromPromise,
  type AnyActorRef,
  type AnyStateMachine,
  type InspectionEvent,
} from "xstate"
import { instrument } from "./instrument.ts"
import type { Path } from "./walk.ts"

/** The chart with children that never answer; what comes of them is sent as an event of the path. */
const withSilentChildren = (machine: AnyStateMachine): AnyStateMachine => {
  const chart = instrument(machine).machine
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => [
    name,
    "config" in (logic as object)
      ? fromCallback(() => undefined)
      : fromPromise(() => new Promise<never>(() => undefined)),
  ])
  return chart.provide({ actors: Object.fromEntries(actors) } as never)
}

/** A clock that stands still until it is set, and rings one timer at a time: the first that is due. */
const stoppedClock = () => {
  const timers = new Map<number, { readonly due: number; readonly ring: () => void }>()
  let now = 0
  let last = 0
  return {
    setTimeout: (ring: (...args: Array<unknown>) => void, millis: number): number => {
      last += 1
      timers.set(last, { due: now + Math.max(0, millis), ring })
      return last
    },
    clearTimeout: (id: number): void => void timers.delete(id),
    set: (time: number): void => void (now = time),
    ringNext: (): void => {
      const [next] = [...timers].toSorted(([, left], [, right]) => left.due - right.due)
      if (next === undefined || next[1].due > now) throw new Error(`No timer is due after ${now} ms.`)
      timers.delete(next[0])
      next[1].ring()
    },
  }
}

const eventsOf = (steps: Path["steps"]): string =>
  steps.map(({ at, event, isTimer }) => `${at} ms ${event.type}${isTimer ? " (timer)" : ""}`).join(", ")

/**
 * Runs a path on a running actor with a simulated clock.
 * @param inspect hears of it as of any actor.
 * @throws when the actor is anywhere else than the path says, after any of its steps.
 */
export const replay = (
  machine: AnyStateMachine,
  { steps }: Pick<Path, "steps">,
  input?: unknown,
  inspect?: (event: InspectionEvent) => void,
): AnyActorRef => {
  const clock = stoppedClock()
  const actor = createActor(withSilentChildren(machine), { clock, input: input as never, inspect }).start()
  steps.forEach(({ event, isTimer, at, snapshot }, index) => {
    clock.set(at)
    if (isTimer) clock.ringNext()
    else actor.send(event)
    const { value, status } = actor.getSnapshot()
    const [is, should] = [
      [status, value],
      [snapshot.status, snapshot.value],
    ].map((state) => JSON.stringify(state))
    if (is !== should)
      throw new Error(`"${machine.id}" is in ${is}, not in ${should}, after ${eventsOf(steps.slice(0, index + 1))}`)
  })
  return actor
}
