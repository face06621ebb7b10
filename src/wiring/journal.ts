import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from "xstate"
import { isReport, journaled, recorded, type JournalBounds } from "#machines/journal.ts"
import type { ChartJournal, JournalEntry } from "#schemas/session/journal.ts"

/** How much of each chart is kept, how many charts that have ended, and which charts are not heard at all. */
type RecorderBounds = JournalBounds & { readonly ended: number; readonly unrecorded: ReadonlyArray<string> }

declare global {
  /** Where an end-to-end test listens (tests/paths/record.ts), to count the transitions that pages take; no one else gives it. */
  var inspected: ((event: InspectionEvent) => void) | undefined
}

/** One run of a chart: its actor, the chart with its services, and what it heard. */
export type Run = { readonly actor: AnyActorRef; readonly machine: AnyStateMachine; readonly journal: ChartJournal }

type Notes = NonNullable<JournalEntry["noted"]>

let last = 0
/** Wall milliseconds. */
export const moment = (): number => performance.timeOrigin + performance.now()
/** Wall milliseconds that grow with every call, so that what was heard has one order across all charts. */
const nextMoment = (): number => (last = Math.max(last + 0.001, moment()))

const chartOf = (actor: AnyActorRef): AnyMachineSnapshot | undefined => {
  const snapshot: unknown = actor.getSnapshot()
  return typeof snapshot === "object" && snapshot !== null && "machine" in snapshot
    ? (snapshot as AnyMachineSnapshot)
    : undefined
}

const initType = "xstate.init"
/** Where the notes of an event go: its entry. Those of a beginning are found by its input. */
const places = new WeakMap<object, { noted?: Notes }>()
const placeOf = (event: AnyEventObject): { noted?: Notes } | undefined => {
  if (event.type !== initType) return places.get(event)
  const input: unknown = event["input"]
  if (typeof input !== "object" || input === null) return undefined
  if (!places.has(input)) places.set(input, {})
  return places.get(input)
}

/**
 * A guard, or what an action assigns, whose answer comes from outside the chart: it
 * is written down next to the event, so that a replay need not ask again.
 * @param name the guard or action as the chart names it.
 */
export const noted =
  <A extends { readonly event: AnyEventObject }, R>(name: string, ask: (args: A) => R) =>
  (args: A): R => {
    const answer = ask(args)
    const place = placeOf(args.event)
    if (place !== undefined) place.noted = { ...place.noted, [name]: [...(place.noted?.[name] ?? []), answer] }
    return answer
  }

/** Journals all charts whose `inspect` it is given to; `journals` is a store for `useSyncExternalStore`. */
export const makeRecorder = (bounds: RecorderBounds) => {
  const runs = new Map<AnyActorRef, Run>()
  const forgotten = new WeakSet<AnyActorRef>()
  // A page that is left looks active still: React keeps its last snapshot for the case that it comes back.
  const stopped = new WeakMap<AnyActorRef, number>()
  /** A chart whose ancestor is not heard may know what that one knows. */
  const isRecorded = (actor: AnyActorRef | undefined): boolean =>
    actor === undefined ||
    (!bounds.unrecorded.includes(chartOf(actor)?.machine.id ?? "") &&
      isRecorded(actor._parent as AnyActorRef | undefined))
  const isRunning = (actor: AnyActorRef): boolean => !stopped.has(actor) && chartOf(actor)?.status === "active"
  /** When a run ended: its chart by its last event, or stopped from outside; null while it runs. */
  const endOf = ({ actor, journal }: Run): number | null =>
    isRunning(actor) ? null : (stopped.get(actor) ?? journal.entries.at(-1)?.at ?? journal.startedAt)
  const listeners = new Set<() => void>()
  let earlier: () => ReadonlyArray<ChartJournal> = () => []
  let list: ReadonlyArray<ChartJournal> | null = []
  let isTelling = false
  /** Tells once of all that happens at once: a view that draws journals must not draw each step of a click. */
  const changed = (): void => {
    list = null
    if (isTelling || listeners.size === 0) return
    isTelling = true
    queueMicrotask(() => {
      isTelling = false
      for (const listener of listeners) listener()
    })
  }

  const begin = (root: string, actor: AnyActorRef, machine: AnyStateMachine): Run => {
    const parent = actor._parent === undefined ? undefined : runs.get(actor._parent)
    const startedAt = nextMoment()
    const input = (actor as unknown as { readonly options: { readonly input?: unknown } }).options.input
    const { noted: begun } = placeOf({ type: initType, input }) ?? {}
    const journal = {
      chart: machine.id,
      actor: `${parent === undefined ? root : actor.id}@${startedAt}`,
      parent: parent === undefined ? null : { actor: parent.journal.actor, id: actor.id },
      input,
      startedAt,
      base: null,
      entries: [],
      ...(begun === undefined ? {} : { noted: begun }),
    }
    const ended = [...runs.keys()].filter((one) => !isRunning(one))
    for (const one of ended.slice(0, Math.max(0, ended.length - bounds.ended))) runs.delete(one)
    return { actor, machine, journal }
  }

  /** The notes of an event come while it is worked off, which is after its entry was made. */
  const entryOf = (event: AnyEventObject): JournalEntry => {
    const entry: JournalEntry = { at: nextMoment(), event: journaled(event) }
    places.set(event, entry)
    return entry
  }

  /** What a child reported of itself without effect says nothing later: the idle chart reports each second. */
  const dropReport = (actor: AnyActorRef, event: AnyEventObject): void => {
    const run = runs.get(actor)
    if (run === undefined || run.journal.entries.at(-1) !== places.get(event)) return
    runs.set(actor, { ...run, journal: { ...run.journal, entries: run.journal.entries.slice(0, -1) } })
  }

  const inspectWith =
    (root: string) =>
    (inspected: InspectionEvent): void => {
      globalThis.inspected?.(inspected)
      const actor = inspected.actorRef as AnyActorRef
      if (inspected.type === "@xstate.snapshot" && inspected.snapshot.status === "stopped" && runs.has(actor)) {
        stopped.set(actor, nextMoment())
        changed()
      }
      if (inspected.type === "@xstate.microstep" && isReport(inspected.event) && inspected._transitions.length === 0)
        dropReport(actor, inspected.event)
      if (inspected.type !== "@xstate.event") return
      const { event } = inspected
      if (event.type === initType) stopped.delete(actor)
      const chart = chartOf(actor)
      if (chart === undefined || !isRunning(actor)) return
      if (forgotten.has(actor) || !isRecorded(actor)) return
      const run = runs.get(actor) ?? begin(root, actor, chart.machine)
      const journal = event.type === initType ? run.journal : recorded(run.journal, entryOf(event), bounds, run.machine)
      runs.set(actor, { ...run, journal })
      changed()
    }
  return {
    inspectWith,
    isRecorded,
    journals: {
      subscribe: (listener: () => void): (() => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      read: (): ReadonlyArray<ChartJournal> =>
        (list ??= [...earlier(), ...[...runs.values()].map(({ journal }) => journal)]),
      /** What the pages before this one left in this tab. */
      earlier: (): ReadonlyArray<ChartJournal> => earlier(),
      /** The same with the actors and charts that run here, and when each ended; null while it runs. */
      runs: (): ReadonlyArray<Run & { readonly endedAt: number | null }> =>
        [...runs.values()].map((run) => ({ ...run, endedAt: endOf(run) })),
    },
    /** Takes what the pages before this one left, in place of what was taken already; it is read when someone asks. */
    adopt: (left: () => ReadonlyArray<ChartJournal>): void => {
      earlier = left
      changed()
    },
    /** Forgets what some charts heard, and changes what is kept of the others. */
    forget: (change: (journal: ChartJournal) => ChartJournal | null): void => {
      for (const [actor, run] of runs) {
        const journal = change(run.journal)
        if (journal !== null) runs.set(actor, { ...run, journal })
        else {
          forgotten.add(actor)
          runs.delete(actor)
        }
      }
      changed()
    },
  }
}

/** How many events of each run are kept. */
export const keptEntries = 2_000

// The flows page shows journals: a chart that heard of itself would never come to rest. In the palette names of patients are typed. A picker says nothing that its field does not. The token of a directory is shown once.
const page = makeRecorder({
  entries: keptEntries,
  millis: 24 * 60 * 60 * 1_000,
  ended: 100,
  unrecorded: ["flows", "gallery", "timeTravel", "palette", "picker", "directory"],
})

/**
 * Writes down what every chart of a system hears; to be given as `inspect` to each
 * actor that no one invokes. It keeps what events carried by reference and copies
 * nothing, so it costs no time that a person would notice.
 * @param root what the system is for: a word in the names of its runs.
 */
export const inspectWith = page.inspectWith

/** Whether what an actor hears, and what is done for it, is written down. */
export const isRecorded = page.isRecorded

/** What was heard in this page and, masked, in those before it: running charts and ended ones in the order of their start. */
export const journals = page.journals

export const adoptJournals = page.adopt
export const clearJournals = page.forget
