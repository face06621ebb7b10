import {
  createActor,
  initialTransition,
  transition,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate"
import type { ChartJournal, JournaledEvent, JournalEntry } from "#schemas/session/journal.ts"
import { answeringFromNotes } from "./journalNotes.ts"

/** A running timer of a chart: the event it brings, and when, in milliseconds since 1970. */
export type PendingTimer = { readonly id: string; readonly event: JournaledEvent; readonly due: number }

/** How much of a chart is kept as events: so many, and none older than so many milliseconds. */
export type JournalBounds = { readonly entries: number; readonly millis: number }

/** A chart at one moment, with the timers that run in it. */
type Folded = { readonly snapshot: AnyMachineSnapshot; readonly timers: ReadonlyArray<PendingTimer> }

/** What stands in for the events that fell out of a journal: XState takes what it knows, the timers are ours. */
type Base = { readonly [name: string]: unknown; readonly timers: ReadonlyArray<PendingTimer> }

type Action = {
  readonly type: string
  readonly params?: {
    readonly id?: string
    readonly sendId?: string
    readonly delay?: number
    readonly event: JournaledEvent
  }
}

/** XState keeps a chart's timers out of its snapshot, so they are read from what a step does (docs/architecture.md#testing). */
const timed = (timers: ReadonlyArray<PendingTimer>, { type, params }: Action, at: number) => {
  if (type === "xstate.cancel") {
    const stopped = timers.findLastIndex(({ id }) => id === params?.sendId)
    return timers.filter((_, index) => index !== stopped)
  }
  return type === "xstate.raise" && params?.delay !== undefined
    ? [...timers, { id: params.id ?? "", event: params.event, due: at + Math.max(0, params.delay) }]
    : timers
}

const settled = (
  [snapshot, actions]: readonly [unknown, ReadonlyArray<unknown>],
  timers: ReadonlyArray<PendingTimer>,
  at: number,
): Folded => {
  const after = snapshot as AnyMachineSnapshot
  const running = (actions as ReadonlyArray<Action>).reduce((before, action) => timed(before, action, at), timers)
  return { snapshot: after, timers: after.status === "active" ? running : [] }
}

const withoutRung = (timers: ReadonlyArray<PendingTimer>, event: JournaledEvent): ReadonlyArray<PendingTimer> => {
  const serialized = JSON.stringify(event)
  const rung = timers.findIndex(
    (timer) => timer.event.type === event.type && JSON.stringify(timer.event) === serialized,
  )
  return rung < 0 ? timers : timers.filter((_, index) => index !== rung)
}

const begun = (machine: AnyStateMachine, { base, input, startedAt }: ChartJournal): Folded => {
  if (base === null) return settled(initialTransition(machine, input as never), [], startedAt)
  const { timers } = base as Base
  return { snapshot: createActor(machine, { snapshot: base as never }).getSnapshot() as AnyMachineSnapshot, timers }
}

const folded = (machine: AnyStateMachine, journal: ChartJournal, upTo: number): Folded => {
  const { chart, expect: expectNotes } = answeringFromNotes(machine, journal)
  expectNotes(journal.noted)
  return journal.entries.slice(0, upTo).reduce<Folded>(
    (before, { at, event, noted }) => {
      if (before.snapshot.status !== "active") return before
      expectNotes(noted)
      return settled(transition(chart, before.snapshot, event), withoutRung(before.timers, event), at)
    },
    begun(chart, journal),
  )
}

/**
 * The chart as it was after the first `upTo` entries of its journal; nothing is
 * started. Its children stand as they were invoked: `persistedOf` puts them right.
 */
export const foldOf = (
  machine: AnyStateMachine,
  journal: ChartJournal,
  upTo = journal.entries.length,
): AnyMachineSnapshot => folded(machine, journal, upTo).snapshot

/**
 * A chart as its journal left it, to go on with: its snapshot, and its timers with
 * the milliseconds each has left. XState restores no timers, so a continued journal rings them.
 * @param now milliseconds since 1970.
 */
export const resumeOf = (machine: AnyStateMachine, journal: ChartJournal, now: number) => {
  const { snapshot, timers } = folded(machine, journal, journal.entries.length)
  return {
    snapshot: machine.getPersistedSnapshot(snapshot),
    timers: timers.map(({ id, event, due }) => ({ id, event, left: Math.max(0, due - now) })),
  }
}

const baseOf = (machine: AnyStateMachine, { snapshot, timers }: Folded): Base => ({
  ...machine.getPersistedSnapshot(snapshot),
  timers,
})

/** The first entries of a journal folded into its base. */
const shortened = (journal: ChartJournal, entries: number, machine: AnyStateMachine): ChartJournal => ({
  ...journal,
  base: baseOf(machine, folded(machine, journal, entries)),
  entries: journal.entries.slice(entries),
})

/** A journal with its last entries only, the others folded into its base. */
export const recentOf = (journal: ChartJournal, most: number, machine: AnyStateMachine): ChartJournal =>
  journal.entries.length > most ? shortened(journal, journal.entries.length - most, machine) : journal

/** A journal with one entry more. What is too much or too old is folded into its base, some at a time. */
export const recorded = (
  journal: ChartJournal,
  entry: JournalEntry,
  bounds: JournalBounds,
  machine: AnyStateMachine,
): ChartJournal => {
  const longer = { ...journal, entries: [...journal.entries, entry] }
  const old = longer.entries.findIndex(({ at }) => at >= entry.at - bounds.millis)
  const tooMany = longer.entries.length - bounds.entries
  const surplus = tooMany > 0 ? Math.max(tooMany, bounds.entries >> 5) : 0
  const out = Math.max(old, surplus)
  return out > 0 ? shortened(longer, out, machine) : longer
}

type Persisted = { readonly src: unknown; readonly snapshot: unknown }

const isChart = (logic: unknown): logic is AnyStateMachine =>
  typeof logic === "object" && logic !== null && "root" in logic && "implementations" in logic

/**
 * A run with its child charts as they were at a moment, fit for
 * `createActor(machine, { snapshot })`.
 * @param machineOf the chart by its id; a child is what its parent's chart was provided with, if that is a chart.
 * @param actor the run, by its name in the journals.
 * @param at milliseconds since 1970, as in the entries: those heard then or before count.
 * @throws when the journals do not have the run, or no one knows its chart.
 */
export const persistedOf = (
  machineOf: (chart: string) => AnyStateMachine | undefined,
  journals: ReadonlyArray<ChartJournal>,
  actor: string,
  at: number,
): unknown => {
  const persisted = (journal: ChartJournal, machine: AnyStateMachine, isLeft: boolean): unknown => {
    const heard = journal.entries.filter((entry) => entry.at <= at).length
    const own = machine.getPersistedSnapshot(foldOf(machine, journal, heard)) as unknown as {
      readonly status: string
      readonly children: Readonly<Record<string, Persisted>>
    }
    // A chart that ends stops its children, of which they hear nothing.
    const isOver = isLeft || own.status !== "active"
    const children = Object.entries(own.children).map(([id, child]) => {
      const run = journals.findLast(
        ({ parent, startedAt }) => parent?.actor === journal.actor && parent.id === id && startedAt <= at,
      )
      const provided: unknown = typeof child.src === "string" ? machine.implementations.actors[child.src] : child.src
      const logic = isChart(provided) ? provided : run && machineOf(run.chart)
      return [
        id,
        run === undefined || logic === undefined ? child : { ...child, snapshot: persisted(run, logic, isOver) },
      ]
    })
    const status = isLeft && own.status === "active" ? "stopped" : own.status
    return { ...own, status, children: Object.fromEntries(children) as unknown }
  }
  const journal = journals.find((one) => one.actor === actor)
  const machine = journal && machineOf(journal.chart)
  if (journal === undefined || machine === undefined)
    throw new Error(`The journals have no chart that runs as ${actor}.`)
  return persisted(journal, machine, false)
}

/** Whether a child reports itself. */
export const isReport = ({ type }: AnyEventObject): boolean => type.startsWith("xstate.snapshot.")

/** What a chart hears, as a journal keeps it: of a child that reports itself, what another chart may read. */
export const journaled = (event: AnyEventObject): JournaledEvent => {
  if (!isReport(event)) return event
  const { status, value, context, output } = event["snapshot"] as AnyMachineSnapshot
  return {
    type: event.type,
    snapshot: { status, value: value as unknown, context: context as unknown, output: output as unknown },
  }
}
