import type { Page } from "playwright"
import { expect } from "vitest"
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from "xstate"
import { words } from "#schemas/words.ts"
import { expectationsOf, type Meta } from "#tests/paths/stateExpectations.ts"
import type { Promised } from "./driver.ts"

const textOf = (id: string): string => (words as Readonly<Record<string, string>>)[id] ?? id
const nodesUnder = (node: AnyStateNode): ReadonlyArray<AnyStateNode> => [
  node,
  ...Object.values(node.states).flatMap(nodesUnder),
]

/** What the states in force promise by their `meta`. */
export const promisedBy = (snapshot: AnyMachineSnapshot): Promised => {
  const promises = expectationsOf(snapshot)
  return {
    headings: promises.flatMap(({ heading }) => (heading === undefined ? [] : [textOf(heading)])),
    actions: promises.flatMap(({ actions = [] }) => actions).map(textOf),
  }
}

/** Every action that some state of a chart promises: where it does not, the page must not offer it. */
export const actionsOf = (machine: AnyStateMachine): ReadonlyArray<string> => [
  ...new Set(nodesUnder(machine.root).flatMap(({ meta }) => ((meta as Meta | undefined)?.actions ?? []).map(textOf))),
]

type Wanted = Promised & { readonly all: ReadonlyArray<string>; readonly within: string }
/** How long the page may take to it, in milliseconds. */
type Patient = { readonly patience: number }

/** Runs in the page: the promises it breaks, as sentences. */
const broken = ({ headings, actions, all, within }: Wanted): ReadonlyArray<string> => {
  const isOffered = (element: HTMLElement): boolean =>
    element.checkVisibility({ visibilityProperty: true }) &&
    // A label whose control is off is no way to press it.
    element.querySelector(":scope > input:disabled") === null &&
    element.closest("[inert], :disabled, [aria-disabled=true], .bp6-disabled") === null
  const textsOf = (selector: string): ReadonlyArray<string> =>
    [...document.querySelectorAll<HTMLElement>(within)]
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
      .filter(isOffered)
      .map((element) => element.getAttribute("aria-label") ?? element.innerText.trim())
  const shown = textsOf("h1, h2, h3, h4, h5, h6")
  const offered = textsOf("button, a[href], label:has(input[type=file])")
  return [
    ...headings.filter((text) => !shown.includes(text)).map((text) => `no heading “${text}” among ${shown.join(", ")}`),
    ...actions.filter((text) => !offered.includes(text)).map((text) => `no action “${text}”`),
    ...all
      .filter((text) => offered.includes(text) && !actions.includes(text))
      .map((text) => `the action “${text}”, which the state does not promise`),
  ]
}

/**
 * Waits until a page keeps what a state promises: its heading, its actions, and
 * none that another state of the chart promises.
 * @throws with what is missing or too much, once its patience is over.
 */
export const keepsPromises = async (
  page: Page,
  { patience, ...wanted }: Wanted & Patient,
  place: string,
): Promise<void> => {
  // A page that is just being replaced by another cannot answer.
  const look = () => page.evaluate(broken, wanted).catch((error: Error) => [error.message])
  await expect.poll(look, { timeout: patience, message: place }).toEqual([])
}
