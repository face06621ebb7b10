import { useActorRef, useSelector } from "@xstate/react"
import { createContext, useCallback, useContext, useEffect } from "react"
import { useLocation, useSearch } from "wouter"
import type { ActorRefFrom, AnyActorRef, AnyStateMachine, EventFrom, SnapshotFrom } from "xstate"
import { isBulkRunning, type BulkEvent, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import type { CommandEvent, CommandSnapshot } from "#machines/session/command.machine.ts"
import type { ExportEvent, ExportSnapshot } from "#machines/session/export.machine.ts"
import { losesChanges, type FormEvent, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import type { ReadingEvent, ReadingSnapshot } from "#machines/session/reading.machine.ts"
import type { SeenBulk } from "#views/parts/BulkBar.tsx"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { subscribeToChanges } from "./changes.ts"
import { inspectWith } from "./journal.ts"
import { useLeaveGuard } from "./leaving.ts"
import { useChart, type MakeChart } from "./tools.ts"

const itself = <A>(value: A): A => value

const changedSearch = (search: string, change: Readonly<Record<string, string | null>>): string => {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text === "" ? "" : `?${text}`
}

/** The search part of the page's address and how to change it. */
export const usePageUrl = (): PageUrl => {
  const text = useSearch()
  const [path, navigate] = useLocation()
  return {
    search: Object.fromEntries(new URLSearchParams(text)),
    href: (change) => path + changedSearch(text, change),
    go: (change) => navigate(path + changedSearch(text, change)),
    change: (change) => navigate(path + changedSearch(text, change), { replace: true }),
  }
}

const inspectPage = inspectWith("page")

/** A running page: its actor for the hooks below, what its view sees, and the address. */
export type RunningPage<M extends AnyStateMachine> = Seen<SnapshotFrom<M>, EventFrom<M>> & {
  readonly actor: ActorRefFrom<M>
  readonly url: PageUrl
}

type UseActor = (logic: AnyStateMachine, input: PageInput) => AnyActorRef
const useRunningActor: UseActor = (logic, input) => useActorRef(logic, { input, inspect: inspectPage } as never)

/** How a page's chart comes to be there: it runs; in the gallery it stands still as it was at some moment. */
export const ChartSource = createContext<UseActor>(useRunningActor)

/** Whether the charts of pages run; a picture of a moment reaches for nothing. */
export const useIsRunning = (): boolean => useContext(ChartSource) === useRunningActor

/**
 * Runs a page's chart for as long as the page is shown: starts it with the search
 * part of the address, sends it an event when that changes and when a thing changes on the
 * server.
 */
export const usePage = <M extends AnyStateMachine>(make: MakeChart<M>): RunningPage<M> => {
  const url = usePageUrl()
  const input: PageInput = { search: url.search }
  const useActor = useContext(ChartSource)
  const actor = useActor(useChart(make), input) as ActorRefFrom<M>
  const send = (actor as AnyActorRef).send as (event: EventFrom<M> | PageEvent) => void
  const searched = JSON.stringify(url.search)
  useEffect(() => send({ type: "url.changed", search: JSON.parse(searched) }), [send, searched])
  useEffect(() => subscribeToChanges(({ thing, id }) => send({ type: "feed.changed", thing, id })), [send])
  return { actor, url, send, snapshot: useSelector(actor as AnyActorRef, itself) as SnapshotFrom<M> }
}

const childOf = (page: AnyActorRef, id: string): AnyActorRef | undefined =>
  (page.getSnapshot() as { readonly children: Readonly<Record<string, AnyActorRef>> }).children[id]

/** Gathering changes before reading again shows nothing, so a page is not drawn again for it. */
const looksSame = (one: ReadingSnapshot<unknown> | undefined, other: ReadingSnapshot<unknown> | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.context === other.context &&
    one.hasTag("busy") === other.hasTag("busy") &&
    one.hasTag("shown") === other.hasTag("shown"))

/**
 * A reading that the page's chart invokes at its root under `id`. Its data is an
 * `A`: what the provided call answers.
 */
export const useReading = <A>(page: AnyActorRef, id: string): SeenReading<A> => {
  const child = childOf(page, id)
  const snapshot = useSelector(child, itself, looksSame) as ReadingSnapshot<A> | undefined
  if (child === undefined || snapshot === undefined)
    throw new Error(`The page's chart has no reading named ${id} at its root.`)
  return { snapshot, send: child.send as (event: ReadingEvent) => void }
}

/**
 * A form that the page's chart invokes in some states under `id`; undefined in the
 * others. For as long as it is there, leaving the page with changes is asked about.
 */
export const useForm = (page: AnyActorRef, id: string): SeenForm | undefined => {
  const child = childOf(page, id)
  const snapshot = useSelector(child, itself) as FormSnapshot | undefined
  useLeaveGuard(
    useCallback(() => child !== undefined && losesChanges(child.getSnapshot() as FormSnapshot), [child]),
    useCallback((to: string) => child?.send({ type: "leave.asked", to }), [child]),
  )
  return child === undefined || snapshot === undefined
    ? undefined
    : { snapshot, send: child.send as (event: FormEvent) => void }
}

/**
 * What is done to several rows of the page's list, which its chart invokes at its root as `bulk`. For as long as it
 * runs, leaving the page is asked about.
 */
export const useBulk = (page: AnyActorRef): SeenBulk => {
  const child = childOf(page, "bulk")
  const snapshot = useSelector(child, itself) as BulkSnapshot | undefined
  useLeaveGuard(
    useCallback(() => child !== undefined && isBulkRunning(child.getSnapshot() as BulkSnapshot), [child]),
    useCallback((to: string) => child?.send({ type: "leave.asked", to }), [child]),
  )
  if (child === undefined || snapshot === undefined) throw new Error("The page's chart has no bulk at its root.")
  return { snapshot, send: child.send as (event: BulkEvent) => void }
}

/** The command that the page's chart invokes as `command` while something is done; undefined else. */
export const useCommand = (page: AnyActorRef): SeenCommand | undefined => {
  const child = childOf(page, "command")
  const snapshot = useSelector(child, itself) as CommandSnapshot | undefined
  return child === undefined || snapshot === undefined
    ? undefined
    : { snapshot, send: child.send as (event: CommandEvent) => void }
}

/** The file that the page's chart invokes as `export` while it is made; undefined else. */
export const useExport = (page: AnyActorRef): Seen<ExportSnapshot, ExportEvent> | undefined => {
  const child = childOf(page, "export")
  const snapshot = useSelector(child, itself) as ExportSnapshot | undefined
  return child === undefined || snapshot === undefined
    ? undefined
    : { snapshot, send: child.send as (event: ExportEvent) => void }
}
