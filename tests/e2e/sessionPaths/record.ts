import type { BrowserContext } from "playwright"
import type { AnyStateMachine } from "xstate"
import { declaredBy } from "#tests/paths/marked.ts"

type Fiber = {
  readonly memoizedState: { readonly memoizedState: unknown; readonly next: unknown } | null
  readonly stateNode: unknown
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}
type Transition = { readonly source: Node; readonly eventType: string }
type Node = {
  readonly id: string
  readonly always?: ReadonlyArray<unknown>
  readonly transitions: ReadonlyMap<string, ReadonlyArray<unknown>>
}
type Inspected = { readonly type: string; readonly _transitions?: ReadonlyArray<Transition> }
type Actor = { readonly system: { readonly inspect: (observer: (event: Inspected) => void) => void } }

declare global {
  var tookTransition: (name: string) => void
}

/**
 * Runs in the page: finds the root actor among what React remembers of the first
 * screen, which subscribes to it, and tells each transition that any actor of the
 * application takes. The application itself ships nothing for this.
 */
const tellTransitions = (): void => {
  const isActor = (value: unknown): value is Actor =>
    typeof value === "object" && value !== null && "system" in value && "getSnapshot" in value
  const actorsIn = (value: unknown): ReadonlyArray<Actor> =>
    isActor(value) ? [value] : Array.isArray(value) ? value.flatMap(actorsIn) : []
  const remembered = (fiber: Fiber | null): ReadonlyArray<Actor> => {
    if (fiber === null) return []
    const found: Array<Actor> = []
    for (let hook = fiber.memoizedState; hook !== null && typeof hook === "object"; hook = hook.next as typeof hook) {
      found.push(...actorsIn(hook.memoizedState))
      if (!("next" in hook)) break
    }
    return [...found, ...remembered(fiber.child), ...remembered(fiber.sibling)]
  }
  const nameOf = (transition: Transition): string => {
    const { source, eventType } = transition
    const list = eventType === "" ? source.always : source.transitions.get(eventType)
    return `${source.id} ${eventType === "" ? "always" : eventType} #${(list ?? []).indexOf(transition)}`
  }
  const look = (): void => {
    const root = document.getElementById("root")
    const key = Object.keys(root ?? {}).find((name) => name.startsWith("__reactContainer"))
    const first = key === undefined ? undefined : (root as unknown as Record<string, Fiber>)[key]
    const [actor] = first === undefined ? [] : remembered((first.stateNode as { readonly current: Fiber }).current)
    if (actor === undefined) return
    drawn.disconnect()
    actor.system.inspect((event) => {
      if (event.type !== "@xstate.microstep") return
      for (const transition of event._transitions ?? []) tookTransition(nameOf(transition))
    })
  }
  const drawn = new MutationObserver(look)
  if (window === top) drawn.observe(document, { childList: true, subtree: true })
}

/** The transitions of a chart by the names a page tells them: a guard and its refusal are not told. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyArray<string> =>
  declaredBy(machine)
    .filter((name) => !name.endsWith(" refused"))
    .map((name) => name.replace(/ \[.*\]$/, ""))

/** Notes the transitions that the pages of a browser take, by the names the charts' walks give them, without guards. */
export const recordTransitions = async (context: BrowserContext, took: (name: string) => void): Promise<void> => {
  await context.exposeBinding("tookTransition", (_, name: string) => took(name))
  await context.addInitScript(tellTransitions)
}
