import {
  createActor,
  fromCallback,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
} from "xstate"
import { plainOf } from "#schemas/session/journalFile.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { walksByTitle } from "./randomWays.ts"

/** A chart and the charts it invoked, as they are. */
export type Family = { readonly self: unknown; readonly children: Readonly<Record<string, Family>> }

const isChart = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === "object" && logic !== null && "root" in logic

const chartsUnder = (snapshot: AnyMachineSnapshot): ReadonlyArray<readonly [id: string, child: AnyActorRef]> =>
  Object.entries(snapshot.children as Record<string, AnyActorRef | undefined>).flatMap(([id, child]) =>
    child !== undefined && "machine" in (child.getSnapshot() as object) ? [[id, child] as const] : [],
  )

/** A chart with its children and theirs as they are. */
export const familyOf = (snapshot: AnyMachineSnapshot): Family => ({
  self: plainOf({ status: snapshot.status, value: snapshot.value as unknown, context: snapshot.context as unknown }),
  children: Object.fromEntries(
    chartsUnder(snapshot).map(([id, child]) => [id, familyOf(child.getSnapshot() as AnyMachineSnapshot)]),
  ),
})

/** A chart whose child charts run, and whose other children never answer. */
export const withLivingChildren = (machine: AnyStateMachine): AnyStateMachine =>
  machine.provide({
    actors: Object.fromEntries(
      Object.entries(machine.implementations.actors).map(([name, logic]) => [
        name,
        isChart(logic) ? withLivingChildren(logic) : fromCallback(() => undefined),
      ]),
    ),
  } as never)

/** Whether a chart invokes other charts. */
export const hasChildren = (machine: AnyStateMachine): boolean =>
  Object.values(machine.implementations.actors).some(isChart)

type Walk = Pick<ChartWalk, "events" | "outcomes">

/** All events that could be sent to a chart now: what people and the product send, and what comes of its children. */
const possibleEvents = (
  actor: AnyActorRef,
  { events = [], outcomes = {} }: Walk,
): ReadonlyArray<readonly [AnyActorRef, AnyEventObject]> => {
  const present = actor.getSnapshot().children as Readonly<Record<string, AnyActorRef | undefined>>
  const answers = Object.entries(outcomes).flatMap(([id, some]) =>
    present[id] === undefined || "machine" in (present[id].getSnapshot() as object)
      ? []
      : some.map((one) =>
          "error" in one
            ? { type: `xstate.error.actor.${id}`, error: one.error, actorId: id }
            : { type: `xstate.done.actor.${id}`, output: one.output, actorId: id },
        ),
  )
  return [...events.filter(({ type }) => !type.startsWith("xstate.")), ...answers].map((event) => [actor, event])
}

/** Whether a page's walk knows a form that ends without an answer and without an address. */
const canBeDiscarded = (page: Walk, id: string): boolean =>
  (page.outcomes?.[id] ?? []).some((one) => {
    const { discarded, left } = Object("output" in one ? one.output : null) as Readonly<Record<string, unknown>>
    return discarded === true && left === undefined
  })

/** What a page lets happen to a child: where a form is a page of its own, its view asks to leave instead of discarding. */
const walkWithin = (page: Walk, id: string, child: Walk): Walk =>
  canBeDiscarded(page, id)
    ? child
    : { ...child, events: (child.events ?? []).filter(({ type }) => type !== "discard.pressed") }

/** Sends a running chart and its children random events; timers stand still. */
export const sendAtRandom = (
  machine: AnyStateMachine,
  walk: ChartWalk,
  chosen: ReadonlyArray<number>,
  inspect: (event: InspectionEvent) => void,
  onStep: (family: Family) => void,
): void => {
  const clock = { setTimeout: () => 0, clearTimeout: () => undefined }
  const root = createActor(machine, { input: walk.input as never, clock, inspect }).start()
  const stands = (): AnyMachineSnapshot => root.getSnapshot() as AnyMachineSnapshot
  const walkOf = (actor: AnyActorRef): Walk => {
    const { machine: chart } = actor.getSnapshot() as AnyMachineSnapshot
    return walksByTitle.find(([, one]) => one.machine.id === chart.id)?.[1] ?? {}
  }
  onStep(familyOf(stands()))
  for (const choice of chosen) {
    if (stands().status !== "active") return
    const all = [
      ...possibleEvents(root, walk),
      ...chartsUnder(stands()).flatMap(([id, child]) => possibleEvents(child, walkWithin(walk, id, walkOf(child)))),
    ]
    const [to, event] = all[choice % all.length] ?? [root, { type: "nothing" }]
    to.send(event)
    onStep(familyOf(stands()))
  }
}
