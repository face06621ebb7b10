import type { BrowserContext, Page, Route } from "playwright"
import type { AnyMachineSnapshot } from "xstate"
import type { ChartWalk, Path, Step } from "#tests/paths/walk.ts"

/** What a driver acts on: a signed-in person's page of the running application, and everything around it. */
export type Stage = {
  readonly origin: string
  readonly context: BrowserContext
  readonly page: Page
  /** Which of the driver's walks the path is of, and the path. */
  readonly situation: string
  readonly path: Path
  /** Until `begin` nothing is held: the way to the chart's beginning leads past calls of the same addresses. */
  readonly prepare: () => void
  /** From here on a run of the chart that starts is the one that the path is about. */
  readonly begin: () => void
  /** The browser context is of no use to the next path, which gets one of its own. */
  readonly spoil: () => void
  /** Moves the browser's clock forward; what is due rings. */
  readonly pass: (millis: number) => Promise<void>
  /** Presses a button, or follows a link, by the whole of its name. */
  readonly press: (name: string) => Promise<void>
  /** The next request that one of the chart's actors waits with; it is the caller's to answer. */
  readonly held: (actor: string) => Promise<Route>
  /** Calls the server as the signed-in person does, past the page; gives what it answers. */
  readonly call: (path: string, body: object) => Promise<unknown>
}

/** How something that happens on a path is brought about in the real page. */
export type Handler = (stage: Stage, step: Step) => Promise<unknown>

/** How a chart's paths are driven in the real page, with the real server and database. */
export type Driver = {
  /** What can happen to the chart in a page, by the situation the page is in; a page may offer less than the chart would take. */
  readonly walks: Readonly<Record<string, ChartWalk>>
  /** Leads to the chart's beginning, from wherever the path before ended. */
  readonly open: (stage: Stage) => Promise<unknown>
  /**
   * By event type, all but timers. What comes of a held actor needs no handler: a
   * success is the server's own answer, a Problem is fulfilled in its place,
   * `Unreachable` aborts.
   */
  readonly handlers: Readonly<Record<string, Handler>>
  /** By actor id: the addresses (as `page.route` takes them) whose requests wait until the path says what comes of them. */
  readonly holds?: Readonly<Record<string, string | RegExp>>
  /**
   * Whether its chart's timers ring when the path says: for a chart that has less patience than a busy machine takes for
   * a step. Timers of all others run by the page's clock.
   */
  readonly keepsTimers?: true
  /**
   * How many steps a path goes on for something new, if not as many as in other charts (`suite.ts`): 0 where the page
   * cannot go on as the chart could, because what was sent, deleted or broken on the way stays so.
   */
  readonly reach?: number
  /** The id under which a parent invokes the chart, where others of its kind run in the same page. */
  readonly id?: string
  /** Where the promised heading and actions are looked for, as a CSS selector; without it, the page and its dialogs. */
  readonly within?: string
  /** Actions besides the chart's own which only some states offer: where a state does not promise one, the page must not offer it. */
  readonly actions?: ReadonlyArray<string>
  /** What a state shows besides what its `meta` promises. */
  readonly shows?: (stage: Stage, step: Step, isLast: boolean) => Promise<unknown>
  /** What stands in for a snapshot's `meta`, where the page shows it in another way. */
  readonly promised?: (snapshot: AnyMachineSnapshot) => Promised
}

/** What a state promises: headings it shows, and which of the chart's actions, by the texts a person reads. */
export type Promised = {
  readonly headings: ReadonlyArray<string>
  readonly actions: ReadonlyArray<string>
}
