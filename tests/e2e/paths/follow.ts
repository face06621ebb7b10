import type { BrowserContext } from "playwright"

/** A step of a chart that runs in a page: what it heard, which transitions that took, and where it is since. */
export type ToldStep = {
  readonly chart: string
  /** This run of the chart; no two of a browser context have the same. */
  readonly run: string
  /** The name under which its parent invoked it; any other where nobody did. */
  readonly id: string
  readonly event: string
  /** By the names the charts' walks give them, without their guards. */
  readonly transitions: ReadonlyArray<string>
  readonly value: unknown
}

type Node = {
  readonly id: string
  readonly always?: ReadonlyArray<unknown>
  readonly transitions: ReadonlyMap<string, ReadonlyArray<unknown>>
}
type Transition = { readonly source: Node; readonly eventType: string }
type Snapshot = { readonly machine?: { readonly id: string }; readonly value?: unknown }
type Actor = { readonly id: string; readonly sessionId: string; readonly getSnapshot: () => Snapshot }
type Inspected = {
  readonly type: string
  readonly actorRef: Actor
  readonly event?: { readonly type: string }
  readonly snapshot?: Snapshot
  readonly _transitions?: ReadonlyArray<Transition>
}
type Inspector = ((event: Inspected) => void) | { readonly next?: (event: Inspected) => void } | undefined
/** What a root actor is made of, once XState has filled in what was left out. */
type Options = { readonly parent?: unknown; inspect?: Inspector }

declare global {
  var toldByStep: (told: ToldStep) => void
}

/**
 * Runs in the page: gives every root actor an inspector beside its own, whoever
 * makes it and wherever it is kept, and tells each step of each chart. XState
 * reads the option `syncSnapshot`, which no root actor has, before `inspect`: so
 * the application itself ships nothing for this.
 */
const tellSteps = (): void => {
  if (window !== top) return
  const nameOf = (transition: Transition): string => {
    const { source, eventType } = transition
    const list = eventType === "" ? source.always : source.transitions.get(eventType)
    return `${source.id} ${eventType === "" ? "always" : eventType} #${(list ?? []).indexOf(transition)}`
  }
  const runs = new WeakMap<Actor, string>()
  const runOf = (actor: Actor): string => {
    const run = runs.get(actor) ?? crypto.randomUUID()
    runs.set(actor, run)
    return run
  }
  const tell = ({ type, actorRef, event, snapshot, _transitions: transitions = [] }: Inspected): void => {
    const isStart = type === "@xstate.event" && event?.type === "xstate.init"
    if (!isStart && type !== "@xstate.microstep") return
    const { machine, value } = snapshot ?? actorRef.getSnapshot()
    if (machine === undefined) return
    toldByStep({
      chart: machine.id,
      run: runOf(actorRef),
      id: actorRef.id,
      event: event?.type ?? "",
      transitions: transitions.map(nameOf),
      value,
    })
  }
  Object.defineProperty(Object.prototype, "syncSnapshot", {
    configurable: true,
    get(this: Options) {
      if (!("clock" in this && "logger" in this) || this.parent !== undefined) return undefined
      const own = this.inspect
      this.inspect = (event) => {
        tell(event)
        if (typeof own === "function") own(event)
        else own?.next?.(event)
      }
      return undefined
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, "syncSnapshot", { value, configurable: true, enumerable: true, writable: true })
    },
  })
}

/** Tells of every step of every chart in the pages of a browser context that are opened after this. */
export const followCharts = async (context: BrowserContext, tell: (told: ToldStep) => void): Promise<void> => {
  await context.exposeBinding("toldByStep", (_, told: ToldStep) => tell(told))
  await context.addInitScript(tellSteps)
}
