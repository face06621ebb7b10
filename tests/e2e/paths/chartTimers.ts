import type { BrowserContext, Page } from "playwright"

type Actor = {
  readonly id: string
  readonly system: { readonly scheduler: Scheduler }
  readonly getSnapshot: () => { readonly machine?: { readonly id: string } }
}
type Scheduler = {
  schedule: (of: Actor, target: Actor, event: { readonly type: string }, delay: number, id?: string) => void
  cancel: (of: Actor, id: string) => void
  cancelAll: (of: Actor) => void
}

declare global {
  var chartTimers: {
    /** From now on timers that are started by runs of this chart wait; where a name is given, by those that their parent gave it. */
    readonly keep: (chart: string, id: string | undefined) => void
    /** So many milliseconds have passed for them. */
    readonly moveTo: (at: number) => void
    /** Each run's first timer that brings this event is due. */
    readonly ring: (type: string) => void
    /** Those that wait run by the page's clock again. */
    readonly release: () => void
  }
}

/** Runs in the page: stands between charts and the page's clock. */
const standBetween = (): void => {
  if (window !== top) return
  type Waiting = {
    readonly of: Actor
    readonly id: string | undefined
    readonly type: string
    readonly due: number
    readonly start: (delay?: number) => void
  }
  const known = new WeakSet<Scheduler>()
  let waiting: ReadonlyArray<Waiting> = []
  let isKept = (_: Actor): boolean => false
  let now = 0
  const stand = (scheduler: Scheduler): void => {
    known.add(scheduler)
    const { schedule, cancel, cancelAll } = scheduler
    scheduler.schedule = (of, target, event, delay, id) => {
      const start = (millis = delay): void => schedule(of, target, event, millis, id)
      if (!isKept(of)) return start()
      waiting = [...waiting, { of, id, type: event.type, due: now + delay, start }]
    }
    scheduler.cancel = (of, id) => {
      waiting = waiting.filter((one) => one.of !== of || one.id !== id)
      cancel(of, id)
    }
    scheduler.cancelAll = (of) => {
      waiting = waiting.filter((one) => one.of !== of)
      cancelAll(of)
    }
  }
  globalThis.chartTimers = {
    keep: (chart, id) => {
      now = 0
      isKept = (actor) => actor.getSnapshot().machine?.id === chart && (id === undefined || actor.id === id)
    },
    moveTo: (at) => void (now = at),
    ring: (type) => {
      const due = waiting.filter((one) => one.type === type).toSorted((one, other) => one.due - other.due)
      const first = due.filter(({ of }, index) => due.findIndex((one) => one.of === of) === index)
      waiting = waiting.filter((one) => !first.includes(one))
      for (const { start } of first) start(0)
    },
    release: () => {
      isKept = () => false
      for (const { start } of waiting) start()
      waiting = []
    },
  }
  const other = globalThis.inspected
  globalThis.inspected = (event) => {
    const { scheduler } = (event.actorRef as unknown as Actor).system
    if (!known.has(scheduler)) stand(scheduler)
    other?.(event)
  }
}

/** Lets timers of charts be kept in the pages of a browser context that are opened after this. */
export const keepChartTimers = (context: BrowserContext): Promise<unknown> => context.addInitScript(standBetween)

/**
 * Keeps the timers of a chart in a page, so that they ring when a path says and not when real time has passed: a busy
 * machine takes longer for a step than a chart has patience.
 */
export const timersOf = async (page: Page, chart: string, id: string | undefined) => {
  await page.evaluate(([of, named]) => chartTimers.keep(of, named), [chart, id] as const)
  return {
    moveTo: (at: number): Promise<void> => page.evaluate((millis) => chartTimers.moveTo(millis), at),
    ring: (type: string): Promise<void> => page.evaluate((rung) => chartTimers.ring(rung), type),
    release: (): Promise<void> => page.evaluate(() => chartTimers.release()),
  }
}
