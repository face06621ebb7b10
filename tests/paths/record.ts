import type { BrowserContext } from "playwright"
import type { AnyStateMachine } from "xstate"
import type { Note } from "./coverage/notes.ts"
import { declaredTransitions } from "./instrument.ts"
import { reportTransitions, type ReportKind } from "./reportTransitions.ts"

/** The transitions of a chart by the names a page reports: a guard and its refusal are not reported. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyArray<string> =>
  declaredTransitions(machine)
    .filter((name) => !name.endsWith(" refused"))
    .map((name) => name.replace(/ \[.*\]$/, ""))

/** Only tests note; a script or a person's own program may open a page as well, and has no test that notes. */
const noting = async (): Promise<(kind: Note["kind"], name: string) => void> =>
  process.env["VITEST"] === undefined ? () => undefined : (await import("./noting.ts")).note

const listeners = new WeakMap<BrowserContext, Set<(name: string) => void>>()

/**
 * Notes the transitions that the pages of a browser take, for the coverage report and for those who ask.
 * Every browser of `startChromium` is noted already; a test calls this to hear of them as well.
 * @param took is called with each transition when it is taken, by the name the chart's walk gives it, without its guard.
 */
export const recordTransitions = async (context: BrowserContext, took?: (name: string) => void): Promise<void> => {
  const known = listeners.get(context)
  const hearing = known ?? new Set()
  if (took !== undefined) hearing.add(took)
  if (known !== undefined) return
  listeners.set(context, hearing)
  const note = await noting()
  await context.exposeBinding("transitionReported", (_, kind: ReportKind, name: string) => {
    if (kind !== "took") return note(kind, name)
    for (const listener of hearing) listener(name)
  })
  await context.addInitScript(reportTransitions)
}
