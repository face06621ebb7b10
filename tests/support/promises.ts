import { words, type WordId } from "#schemas/words.ts"
import { textOf } from "./render.tsx"

type Promised = { readonly heading?: WordId; readonly actions?: ReadonlyArray<WordId> }
type WithMeta = { readonly getMeta: () => object }

const textsOf = (selector: string): ReadonlyArray<string> =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute("aria-label") ?? textOf(element))

/** What the active states of a chart promise, a heading and actions by word id, and the page does not show; empty when all is kept. */
export const brokenPromises = (snapshot: WithMeta): ReadonlyArray<string> => {
  const promised = Object.values(snapshot.getMeta()) as ReadonlyArray<Promised>
  const headings = textsOf("h1, h2, h3, h4, h5, h6")
  const actions = textsOf("button, a[href], label:has(input[type=file])")
  return promised.flatMap(({ heading, actions: wanted = [] }) => [
    ...(heading === undefined || headings.includes(words[heading]) ? [] : [`no heading “${words[heading]}”`]),
    ...wanted.filter((id) => !actions.includes(words[id])).map((id) => `no action “${words[id]}”`),
  ])
}
