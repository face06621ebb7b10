import { act } from "react"
import { expect, it } from "vitest"
import { assign, setup } from "xstate"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { render, textOf } from "#tests/support/render.tsx"
import { publishChange } from "../../src/wiring/changes.ts"
import { ChartsContext, type Charts } from "../../src/wiring/tools.ts"
import { usePage } from "../../src/wiring/usePage.ts"

const heard: Array<string> = []
const machine = setup({
  types: { input: {} as PageInput, context: {} as { readonly changed: string }, events: {} as PageEvent },
  actions: {
    take: assign(({ event }) => {
      if (event.type !== "feed.changed") return {}
      heard.push(event.id)
      return { changed: event.id }
    }),
  },
}).createMachine({
  id: "page",
  context: { changed: "none" },
  initial: "shown",
  states: { shown: { description: "Shows what changed last.", on: { "feed.changed": { actions: "take" } } } },
})
const makeMachine = () => machine
/** The page's chart needs no hands. */
const charts: Charts = (make) => make({} as never)
const Page = () => <p>{usePage(makeMachine).snapshot.context.changed}</p>
const change = (id: string) =>
  act(async () => publishChange({ pos: id, thing: "campaign", id, at: "2026-11-21T09:00:00Z" }))

it("a page hears what changes on the server for as long as it is shown, once each time", async () => {
  const { container, unmount } = await render(
    <ChartsContext value={charts}>
      <Page />
    </ChartsContext>,
  )
  await change("7")
  await change("8")
  expect([heard, textOf(container)]).toEqual([["7", "8"], "8"])
  unmount()
  await change("9")
  expect(heard).toEqual(["7", "8"])
})
