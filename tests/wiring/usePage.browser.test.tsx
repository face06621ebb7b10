import { act } from "react"
import { expect, it } from "vitest"
import { assign, fromPromise, sendTo, setup, type ActorRefFrom } from "xstate"
import { readingMachine, type ReadInput, type ReadOutput } from "#machines/session/reading.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { render, textOf } from "#tests/support/render.tsx"
import { publishChange } from "../../src/wiring/changes.ts"
import { ChartsContext, type Charts } from "../../src/wiring/tools.ts"
import { usePage, useReading } from "../../src/wiring/usePage.ts"

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

const listMachine = setup({
  types: { input: {} as PageInput, events: {} as PageEvent },
  actors: {
    list: readingMachine.provide({
      actors: { read: fromPromise<ReadOutput, ReadInput>(() => Promise.resolve({ data: ["one"], next: null })) },
      delays: { freshness: 60_000 },
    }),
  },
}).createMachine({
  id: "listed",
  invoke: { id: "list", src: "list", input: { params: {} } },
  on: { "feed.changed": { actions: sendTo("list", { type: "feed.changed" }) } },
})
const makeList = () => listMachine

it("a page is not drawn again while changes of its list are gathered", async () => {
  const drawn: Array<ActorRefFrom<typeof listMachine>> = []
  const List = () => {
    const { actor } = usePage(makeList)
    const { snapshot } = useReading<ReadonlyArray<string>>(actor, "list")
    drawn.push(actor)
    return <p>{snapshot.context.data?.join()}</p>
  }
  const { container, unmount } = await render(
    <ChartsContext value={charts}>
      <List />
    </ChartsContext>,
  )
  expect(textOf(container)).toBe("one")
  const before = drawn.length
  await change("7")
  const [page] = drawn
  expect(page?.getSnapshot().children["list"]?.getSnapshot().value).toEqual({ ready: "waiting" })
  expect(drawn.length).toBe(before)
  unmount()
})
