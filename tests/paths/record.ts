import type { BrowserContext } from "playwright"
import type { AnyStateMachine } from "xstate"
import { declaredBy } from "./marked.ts"
import { note } from "./noting.ts"
import { tellTransitions, type Told } from "./tellTransitions.ts"

/** The transitions of a chart by the names a page tells them: a guard and its refusal are not told. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyArray<string> =>
  declaredBy(machine)
    .filter((name) => !name.endsWith(" refused"))
    .map((name) => name.replace(/ \[.*\]$/, ""))

const listeners = new WeakMap<BrowserContext, Set<(name: string) => void>>()

/**
 * Notes the transitions that the pages of a browser take, for the coverage report and for those who ask.
 * Every browser of `startChromium` is noted already; a test calls this to hear of them as well.
 * @param took is told each transition when it is taken, by the name the chart's walk gives it, without its guard.
 */
export const recordTransitions = async (context: BrowserContext, took?: (name: string) => void): Promise<void> => {
  const known = listeners.get(context)
  const hearing = known ?? new Set()
  if (took !== undefined) hearing.add(took)
  if (known !== undefined) return
  listeners.set(context, hearing)
  await context.exposeBinding("toldByChart", (_, kind: Told, name: string) => {
    if (kind !== "took") return note(kind, name)
    for (const listener of hearing) listener(name)
  })
  await context.addInitScript(tellTransitions)
}
