import type { AnyMachineSnapshot } from "xstate"
import { words, type WordId } from "#schemas/words.ts"
import { expectationsOf } from "#tests/paths/stateExpectations.ts"
import { textOf } from "./render.tsx"

const said = (id: string): string => words[id as WordId]
const textsOf = (selector: string): ReadonlyArray<string> =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute("aria-label") ?? textOf(element))

/** What the active states of a chart promise, a heading and actions by word id, and the page does not show; empty when all is kept. */
export const brokenPromises = (snapshot: AnyMachineSnapshot): ReadonlyArray<string> => {
  const headings = textsOf("h1, h2, h3, h4, h5, h6")
  const actions = textsOf("button, a[href], label:has(input[type=file])")
  return expectationsOf(snapshot).flatMap(({ heading, actions: wanted = [] }) => [
    ...(heading === undefined || headings.includes(said(heading)) ? [] : [`no heading “${said(heading)}”`]),
    ...wanted.filter((id) => !actions.includes(said(id))).map((id) => `no action “${said(id)}”`),
  ])
}
