import { fromCallback, type AnyActorRef, type AnyMachineSnapshot, type InspectionEvent } from "xstate"
import type { FlowsEvent, RunningChart } from "#machines/administration/flows.machine.ts"
import { eventName } from "#machines/mermaid.ts"
import { innermost } from "#machines/outline.ts"
import { operations } from "../operation.ts"
import { renewals } from "../renewal.ts"
import { session } from "../session.ts"
import { toasts } from "../toasts.ts"

const isChart = (snapshot: unknown): snapshot is AnyMachineSnapshot =>
  typeof snapshot === "object" && snapshot !== null && "machine" in snapshot

/** The actors that nobody else invokes and that live outside React. */
const roots = (): ReadonlyArray<AnyActorRef> => {
  const renewal = renewals.read()
  return [session, toasts, ...(renewal === null ? [] : [renewal]), ...operations.read()]
}

/** The charts that run under an actor, itself included. */
const chartsUnder = (actor: AnyActorRef): ReadonlyArray<RunningChart> => {
  const snapshot: unknown = actor.getSnapshot()
  if (!isChart(snapshot) || snapshot.status !== "active") return []
  const children = Object.values(snapshot.children as Record<string, AnyActorRef | undefined>)
  return [
    { chart: snapshot.machine.id, states: innermost(snapshot.value) },
    ...children.flatMap((child) => (child === undefined ? [] : chartsUnder(child))),
  ]
}

/** What may be told of a step: which arrows of which chart; what an event carried stays where it is. */
const takenIn = (event: InspectionEvent): ReadonlyArray<FlowsEvent> =>
  event.type !== "@xstate.microstep" || !isChart(event.snapshot)
    ? []
    : event._transitions.map(({ source, target, eventType }) => ({
        type: "transition.taken",
        taken: {
          chart: source.machine.id,
          event: eventName(eventType),
          from: source.path.join("."),
          to: (target ?? [source]).map(({ path }) => path.join(".")).join(", "),
        },
      }))

/**
 * Follows the charts that run in this page for as long as it is listened to. The
 * flows page itself is not followed: hearing of its own steps would make it step.
 */
export const watch = fromCallback<FlowsEvent>(({ sendBack }) => {
  const followed = new Map<AnyActorRef, () => void>()
  const look = (): void => {
    const present = roots()
    for (const actor of present) {
      if (followed.has(actor)) continue
      const inspection = actor.system.inspect((event: InspectionEvent) => {
        for (const taken of takenIn(event)) sendBack(taken)
        if (event.type === "@xstate.snapshot") tell()
      })
      followed.set(actor, () => inspection.unsubscribe())
    }
    for (const [actor, leave] of followed) {
      if (present.includes(actor)) continue
      leave()
      followed.delete(actor)
    }
    tell()
  }
  let told = ""
  const tell = (): void => {
    const running = roots().flatMap(chartsUnder)
    const now = JSON.stringify(running)
    if (now === told) return
    told = now
    sendBack({ type: "charts.moved", running })
  }
  look()
  const ends = [operations.subscribe(look), renewals.subscribe(look)]
  return () => {
    for (const end of [...ends, ...followed.values()]) end()
  }
})
