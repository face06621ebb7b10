import { bulkMachine, type BulkEvent, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { commandMachine, type CommandEvent, type CommandSnapshot } from "#machines/session/command.machine.ts"
import { exportMachine, type ExportEvent, type ExportSnapshot } from "#machines/session/export.machine.ts"
import type { Counts, ReadingEvent, ReadingSnapshot } from "#machines/session/reading.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { FormEvent, FormSnapshot, FormValues } from "#machines/session/form.machine.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import type { FieldError } from "#schemas/problem.ts"
import {
  assign,
  getNextSnapshot,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from "xstate"
import { after } from "#tests/paths/paths.ts"

/** Something to send to that remembers what it was sent. */
export const recorder = <Event>() => {
  const sent: Array<Event> = []
  return { sent, send: (event: Event) => void sent.push(event) }
}

const readDone = (data: unknown, next: string | null, counts?: Counts): AnyEventObject => ({
  type: "xstate.done.actor.read",
  output: { data, next, ...(counts === undefined ? {} : { counts }) },
  actorId: "read",
})

/** A reading in one of its states, as a view is given it; made by running the chart, never by hand. */
export const seenReading = <A>(
  state:
    | "idle"
    | "loading"
    | { readonly ready: A; readonly next?: string; readonly counts?: Counts; readonly params?: unknown }
    | { readonly refreshing: A }
    | { readonly failed: unknown; readonly params?: unknown }
    | { readonly stale: A; readonly problem: unknown },
  send: (event: ReadingEvent) => void = () => undefined,
) => {
  const events = (): ReadonlyArray<AnyEventObject> => {
    if (typeof state === "string") return []
    if ("ready" in state) return [readDone(state.ready, state.next ?? null, state.counts)]
    if ("refreshing" in state) return [readDone(state.refreshing, null), { type: "refresh.pressed" }]
    if ("failed" in state) return [{ type: "xstate.error.actor.read", error: state.failed, actorId: "read" }]
    return [
      readDone(state.stale, null),
      { type: "refresh.pressed" },
      { type: "xstate.error.actor.refresh", error: state.problem, actorId: "refresh" },
    ]
  }
  const params = state === "idle" ? null : typeof state === "object" && "params" in state ? state.params : {}
  const snapshot = after(readingMachine, events(), { params })
  return { snapshot: snapshot as unknown as ReadingSnapshot<A>, send }
}

/** What is done to several rows of a list, after some events. */
export const seenBulk = (
  events: ReadonlyArray<AnyEventObject> = [],
  send: (event: BulkEvent) => void = () => undefined,
) => ({ snapshot: after(bulkMachine, events, { params: {} }) as unknown as BulkSnapshot, send })

/** A form after some events, checked by `validate`. */
export const seenForm = (
  values: FormValues,
  events: ReadonlyArray<AnyEventObject> = [],
  validate: (values: FormValues) => ReadonlyArray<FieldError> = () => [],
  send: (event: FormEvent) => void = () => undefined,
) => {
  const machine = formMachine.provide({
    guards: { isValid: ({ context }) => validate(context.values).length === 0 },
    actions: { validate: assign({ errors: ({ context }) => validate(context.values) }) },
  })
  return { snapshot: after(machine, events, { values }) as unknown as FormSnapshot, send }
}

/** Where a child of a page's chart is after some events of its own; undefined where the chart has none of that name. */
const childAfter = <S>(
  machine: AnyStateMachine,
  page: { readonly children: object },
  events: ReadonlyArray<AnyEventObject>,
): S | undefined => {
  const child = (page.children as Readonly<Record<string, AnyActorRef | undefined>>)[machine.id]
  if (child === undefined) return undefined
  const begun = child.getSnapshot() as AnyMachineSnapshot
  return events.reduce((before, event) => getNextSnapshot(machine, before as never, event as never), begun) as S
}

/** The command that a page's chart has under way, after some events of its own; undefined where it has none. */
export const seenCommand = (
  page: { readonly children: object },
  send: (event: CommandEvent) => void = () => undefined,
  events: ReadonlyArray<AnyEventObject> = [],
) => {
  const snapshot = childAfter<CommandSnapshot>(commandMachine, page, events)
  return snapshot === undefined ? undefined : { snapshot, send }
}

/** The file that a page's chart has made, after some events of its own; undefined where none is. */
export const seenExport = (
  page: { readonly children: object },
  send: (event: ExportEvent) => void = () => undefined,
  events: ReadonlyArray<AnyEventObject> = [],
) => {
  const snapshot = childAfter<ExportSnapshot>(exportMachine, page, events)
  return snapshot === undefined ? undefined : { snapshot, send }
}
