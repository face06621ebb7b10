import type { AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from "xstate"
import { journaled, recorded, type JournalBounds } from "#machines/journal.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"

const bounds: JournalBounds = { entries: 2_000, millis: 24 * 60 * 60 * 1_000 }

declare global {
  /** Where an end-to-end test listens, to count the transitions that pages take; nobody else gives it. */
  var inspected: ((event: InspectionEvent) => void) | undefined
}

/** How many charts that have ended are remembered. */
const mostEnded = 100

/** Charts that show journals: one that heard of itself would never come to rest. */
const watchers: ReadonlyArray<string> = ["flows"]

/** A run of a chart: its actor, whose snapshot is where it is now or where it ended, its chart with all that was provided, and what it heard. */
export type Run = { readonly actor: AnyActorRef; readonly machine: AnyStateMachine; readonly journal: ChartJournal }

const runs = new Map<AnyActorRef, Run>()
const listeners = new Set<() => void>()
let list: ReadonlyArray<ChartJournal> = []

let last = 0
/** Wall milliseconds that grow with every call, so that what was heard has one order across all charts. */
const nextMoment = (): number => (last = Math.max(last + 0.001, performance.timeOrigin + performance.now()))

let isRead = true
let isTelling = false
/** Tells once of all that happens at once: a view that draws journals must not draw each step of a click. */
const changed = (): void => {
  isRead = false
  if (isTelling || listeners.size === 0) return
  isTelling = true
  queueMicrotask(() => {
    isTelling = false
    for (const listener of listeners) listener()
  })
}

const chartOf = (actor: AnyActorRef): AnyMachineSnapshot | undefined => {
  const snapshot: unknown = actor.getSnapshot()
  return typeof snapshot === "object" && snapshot !== null && "machine" in snapshot
    ? (snapshot as AnyMachineSnapshot)
    : undefined
}

const forgetOldest = (): void => {
  const ended = [...runs.keys()].filter((actor) => chartOf(actor)?.status !== "active")
  for (const actor of ended.slice(0, -mostEnded)) runs.delete(actor)
}

const begin = (root: string, actor: AnyActorRef, machine: AnyStateMachine): Run => {
  const parent = actor._parent === undefined ? undefined : runs.get(actor._parent)
  const startedAt = nextMoment()
  const run: Run = {
    actor,
    machine,
    journal: {
      chart: machine.id,
      actor: `${parent === undefined ? root : actor.id}@${startedAt}`,
      parent: parent === undefined ? null : { actor: parent.journal.actor, id: actor.id },
      input: (actor as unknown as { readonly options: { readonly input?: unknown } }).options.input,
      startedAt,
      base: null,
      entries: [],
    },
  }
  runs.set(actor, run)
  forgetOldest()
  return run
}

/**
 * Writes down what every chart of a system hears; to be given as `inspect` to each
 * actor that nobody invokes. It keeps what events carried by reference and copies
 * nothing, so it costs no time that a person would notice.
 * @param root what the system is for: a word in the names of its runs.
 */
export const inspectWith =
  (root: string) =>
  (inspected: InspectionEvent): void => {
    globalThis.inspected?.(inspected)
    if (inspected.type !== "@xstate.event") return
    const actor = inspected.actorRef as AnyActorRef
    const chart = chartOf(actor)
    if (chart?.status !== "active" || watchers.includes(chart.machine.id)) return
    const run = runs.get(actor) ?? begin(root, actor, chart.machine)
    const { event } = inspected
    if (event.type !== "xstate.init") {
      const journal = recorded(run.journal, { at: nextMoment(), event: journaled(event) }, bounds, run.machine)
      runs.set(actor, { ...run, journal })
    }
    changed()
  }

/** What was heard in this page, running charts and ended ones in the order of their start; a store for `useSyncExternalStore`. */
export const journals = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  read: (): ReadonlyArray<ChartJournal> => {
    if (!isRead) list = [...runs.values()].map(({ journal }) => journal)
    isRead = true
    return list
  },
  /** The same with the charts and actors, for those who look into them in this page. */
  runs: (): ReadonlyArray<Run> => [...runs.values()],
}
