import type { BrowserContext } from "playwright"

/** A step of a chart that runs in a page: what it heard, and where it is since. */
export type ReportedStep = {
  readonly chart: string
  /** This run of the chart; no two of a browser context have the same. */
  readonly run: string
  /** The name under which its parent invoked it; any other where no one did. */
  readonly id: string
  readonly event: string
  readonly value: unknown
}

type Snapshot = { readonly machine?: { readonly id: string }; readonly value?: unknown }
type Actor = { readonly id: string; readonly sessionId: string; readonly getSnapshot: () => Snapshot }
type Inspected = {
  readonly type: string
  readonly actorRef: Actor
  readonly event?: { readonly type: string }
  readonly snapshot?: Snapshot
}

declare global {
  var stepReported: (step: ReportedStep) => void
}

/** Runs in the page: reports each step of each chart, next to other listeners. */
const reportSteps = (): void => {
  if (window !== top) return
  const runs = new WeakMap<Actor, string>()
  const runOf = (actor: Actor): string => {
    const run = runs.get(actor) ?? crypto.randomUUID()
    runs.set(actor, run)
    return run
  }
  const report = ({ type, actorRef, event, snapshot }: Inspected): void => {
    const isStart = type === "@xstate.event" && event?.type === "xstate.init"
    if (!isStart && type !== "@xstate.microstep") return
    const { machine, value } = snapshot ?? actorRef.getSnapshot()
    if (machine === undefined) return
    stepReported({
      chart: machine.id,
      run: runOf(actorRef),
      id: actorRef.id,
      event: event?.type ?? "",
      value,
    })
  }
  const other = globalThis.inspected
  globalThis.inspected = (event) => {
    report(event as unknown as Inspected)
    other?.(event)
  }
}

/** Tells of every step of every chart in the pages of a browser context that are opened after this. */
export const followCharts = async (context: BrowserContext, report: (step: ReportedStep) => void): Promise<void> => {
  await context.exposeBinding("stepReported", (_, step: ReportedStep) => report(step))
  await context.addInitScript(reportSteps)
}
