import { assign, type AnyStateMachine } from "xstate"
import type { ChartJournal, JournalEntry } from "#schemas/session/journal.ts"

type Notes = NonNullable<JournalEntry["noted"]>

/**
 * A chart that answers what wiring answered when its journal was written: the
 * guards and actions that ask something outside the chart (a form's schema, what a
 * tab remembers) are noted next to the event, so that a replay asks no one.
 * @returns the chart, and how to say which notes count for the next event.
 */
export const answeringFromNotes = (
  machine: AnyStateMachine,
  { noted, entries }: ChartJournal,
): { readonly chart: AnyStateMachine; readonly expect: (notes: Notes | undefined) => void } => {
  const names = new Set([noted, ...entries.map((entry) => entry.noted)].flatMap((notes) => Object.keys(notes ?? {})))
  if (names.size === 0) return { chart: machine, expect: () => undefined }
  let left: Record<string, Array<unknown>> = {}
  const guards = [...names].flatMap((name) => {
    const asked: unknown = machine.implementations.guards[name]
    if (typeof asked !== "function") return []
    const answer = (args: unknown, params: unknown): unknown =>
      left[name]?.length ? left[name].shift() : (asked as (...given: Array<unknown>) => unknown)(args, params)
    return [[name, answer] as const]
  })
  const actions = [...names]
    .filter((name) => name in machine.implementations.actions)
    .map((name) => [name, assign(() => (left[name]?.shift() ?? {}) as object)] as const)
  return {
    chart: machine.provide({ guards: Object.fromEntries(guards), actions: Object.fromEntries(actions) } as never),
    expect: (notes = {}) => {
      left = Object.fromEntries(Object.entries(notes).map(([name, answers]) => [name, [...answers]]))
    },
  }
}
