import { appendFileSync, mkdirSync } from "node:fs"
import { basename, join } from "node:path"
import type { BrowserContext } from "playwright"
import { expect } from "vitest"
import type { AnyStateMachine } from "xstate"
import { declaredBy } from "./marked.ts"
import { tellTransitions, type Told } from "./tellTransitions.ts"

/** Where each test file's browsers note what they saw, one line each; emptied when a run of them begins. */
export const browserCoverageFolder = join(import.meta.dirname, "..", "..", ".coverage", "browser")

/** The transitions of a chart by the names a page tells them: a guard and its refusal are not told. */
export const transitionsOf = (machine: AnyStateMachine): ReadonlyArray<string> =>
  declaredBy(machine)
    .filter((name) => !name.endsWith(" refused"))
    .map((name) => name.replace(/ \[.*\]$/, ""))

const seen = new Set<string>()

/** Keeps for the coverage report what a page told; at once, so that a test that fails loses nothing. */
const keep = (kind: Told, name: string): void => {
  const line = `${kind} ${name}`
  if (seen.has(line)) return
  seen.add(line)
  const test = basename(expect.getState().testPath ?? "unknown").replace(/\.test\.\w+$/, "")
  mkdirSync(browserCoverageFolder, { recursive: true })
  appendFileSync(join(browserCoverageFolder, `${test}.jsonl`), `${JSON.stringify({ kind, name })}\n`)
}

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
    if (kind !== "took") return keep(kind, name)
    for (const listener of hearing) listener(name)
  })
  await context.addInitScript(tellTransitions)
}
