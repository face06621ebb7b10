import { describe, expect, it } from "vitest"
import { createMachine, setup } from "xstate"
import { chartOfRun, familyOf, momentAfter, searchAt, viewedRun } from "#machines/journalRuns.ts"
import type { ChartJournal } from "#schemas/session/journal.ts"

const run = (chart: string, actor: string, parent: ChartJournal["parent"], more: Partial<ChartJournal> = {}) => ({
  chart,
  actor,
  parent,
  input: null,
  startedAt: 1,
  base: null,
  entries: [],
  ...more,
})
const campaigns = run("campaigns", "page@1", null, {
  input: { search: { id: "a" } },
  entries: [
    { at: 5, event: { type: "url.changed", search: { id: "b" } } },
    { at: 9, event: { type: "feed.changed" } },
  ],
})
const list = run("reading", "list@2", { actor: "page@1", id: "list" })
const read = run("operation", "read@3", { actor: "list@2", id: "read" })
const session = run("session", "session@4", null)
const idle = run("idle", "idle@5", { actor: "session@4", id: "idle" })
const all = [campaigns, list, read, session, idle]

describe("the runs of a journal", () => {
  it("are drawn by the page they belong to, and outside of pages by themselves", () => {
    expect(all.map((one) => viewedRun(all, one).actor)).toEqual(["page@1", "page@1", "page@1", "session@4", "idle@5"])
  })

  it("are families, which a frame is given", () => {
    expect(familyOf(all, campaigns)).toEqual([campaigns, list, read])
    expect(familyOf(all, idle)).toEqual([idle])
  })

  it("are of the charts that the page gave them, however deep", () => {
    const operation = createMachine({ id: "operation" })
    const reading = setup({ actors: { read: operation } }).createMachine({
      id: "reading",
      initial: "loading",
      states: { loading: { invoke: { id: "read", src: "read" } } },
    })
    const page = setup({ actors: { list: reading } }).createMachine({
      id: "campaigns",
      invoke: { id: "list", src: "list" },
    })
    expect(all.map((one) => chartOfRun(page, campaigns, all, one)?.id)).toEqual([
      "campaigns",
      "reading",
      "operation",
      undefined,
      undefined,
    ])
  })

  it("are looked at just before they heard the next", () => {
    expect([0, 1, 2].map((step) => momentAfter(campaigns, step))).toEqual([
      expect.closeTo(5, 2),
      expect.closeTo(9, 2),
      Infinity,
    ])
    expect(momentAfter(campaigns, 0)).toBeLessThan(5)
  })

  it("know the page's address at a moment, also where its events are no longer there", () => {
    expect(searchAt(campaigns, 4)).toEqual({ id: "a" })
    expect(searchAt(campaigns, 6)).toEqual({ id: "b" })
    expect(searchAt({ ...campaigns, entries: [], base: { context: { search: { id: "c" } } } }, 6)).toEqual({ id: "c" })
    expect(searchAt(session, 6)).toEqual({})
  })
})
