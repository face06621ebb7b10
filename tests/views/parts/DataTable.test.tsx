import { act, useEffect, useState } from "react"
import { describe, expect, it } from "vitest"
import type { ReadingEvent } from "#machines/session/reading.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { Column } from "#views/parts/Column.ts"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { ListLooks } from "#views/parts/ListLook.ts"
import { ListTools } from "#views/parts/ListTools.tsx"
import type { PageUrl } from "#views/parts/Seen.ts"
import { orderIn } from "#views/parts/TableHead.tsx"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenReading } from "#tests/support/seen.ts"

const show = async (view: Parameters<typeof render>[0], dark = false) => {
  const rendered = await render(view, { dark })
  return rendered.container
}

type Row = { readonly id: string; readonly name: string; readonly people: number }
const rows: ReadonlyArray<Row> = [
  { id: "b", name: "Beta", people: 20 },
  { id: "a", name: "Alpha", people: 3 },
]
const columns: ReadonlyArray<Column<Row>> = [
  { id: "name", header: "Name", cell: ({ name }) => name },
  { id: "people", header: "People", cell: ({ people }) => people, align: "end" },
]

const table = (
  state: Parameters<typeof seenReading<ReadonlyArray<Row>>>[0],
  more: {
    readonly url?: PageUrl
    readonly send?: (event: ReadingEvent) => void
  } = {},
) => (
  <DataTable
    label="Lists"
    reading={seenReading<ReadonlyArray<Row>>(state, more.send)}
    columns={columns}
    rowId={({ id }) => id}
    rowHref={({ id }) => `?id=${id}`}
    chosen="a"
    order={orderIn(more.url ?? pageUrl({}).url, { columns: ["name", "people"], states: [] })}
    empty={<EmptyState title="No lists yet">Import one.</EmptyState>}
  />
)

describe("the table", () => {
  it("shows rows with real table roles, the chosen row marked, and is accessible", async () => {
    const container = await show(table({ ready: rows }))
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual(["Beta20", "Alpha3"])
    expect(textOf(container.querySelector("tr[aria-current]"))).toBe("Alpha3")
    expect(container.querySelector('a[href="?id=b"]')).not.toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it.each([
    ["people", "ascending"],
    ["-people", "descending"],
    ["name", "ascending"],
  ] as const)("marks the order %s of the address, and keeps that of the server", async (sort, direction) => {
    const container = await show(table({ ready: rows }, { url: pageUrl({ sort }).url }))
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual(["Beta20", "Alpha3"])
    expect(container.querySelector(`th[aria-sort="${direction}"]`)).not.toBeNull()
  })

  it("marks no order that the list does not have", async () => {
    const container = await show(table({ ready: rows }, { url: pageUrl({ sort: "gone" }).url }))
    expect(container.querySelector("th[aria-sort]")).toBeNull()
  })

  it.each([
    ["refreshing", { refreshing: [] as ReadonlyArray<Row> }, "Loading"],
    ["stale", { stale: [] as ReadonlyArray<Row>, problem: unreachable() }, "Could not refresh."],
  ])("does not call a list empty that is %s: its address may ask for another one", async (_, state, text) => {
    const container = await show(table(state))
    expect(textOf(container)).toContain(text)
    expect(textOf(container)).not.toContain("No lists yet")
  })

  it("asks for another order by its header", async () => {
    const { url, changed } = pageUrl({ sort: "people" })
    const container = await show(table({ ready: rows }, { url }))
    container.querySelectorAll<HTMLElement>(".sort-button")[1]?.click()
    expect(changed).toEqual([{ sort: "-people" }])
  })

  it("is opened by a press anywhere in a row, but not by one that selects text or that a control hears", async () => {
    const container = await show(table({ ready: rows }))
    const opened: Array<string | null> = []
    container.addEventListener("click", (event) => {
      const link = (event.target as Element).closest("a")
      if (link !== null) opened.push(link.getAttribute("href"))
      event.preventDefault()
    })
    const cell = container.querySelector<HTMLElement>("tbody tr:last-child td:last-child")
    cell?.click()
    expect(opened).toEqual(["?id=a"])
    getSelection()?.selectAllChildren(cell as HTMLElement)
    cell?.click()
    getSelection()?.removeAllRanges()
    expect(opened).toEqual(["?id=a"])
  })

  it("keeps its head under the bar of the links, and has two lines for a row on a phone", async () => {
    const container = await show(table({ ready: rows }))
    expect(getComputedStyle(container.querySelector("th") as Element).position).toBe(
      matchMedia("(min-width: 900px)").matches ? "sticky" : "static",
    )
    expect(container.querySelector("tbody tr")?.getBoundingClientRect().height).toBeGreaterThanOrEqual(36)
  })

  it("has the columns and the height of rows that this device chose, its name first", async () => {
    const changes: Array<unknown> = []
    const look = {
      density: "comfortable",
      columns: { lists: { order: ["people", "name"], hidden: ["people"] } },
    } as const
    const container = await show(
      <ListLooks value={{ look, change: (changed) => void changes.push(changed) }}>
        <ListTools list="lists" columns={columns} />
        <DataTable
          list="lists"
          label="Lists"
          reading={seenReading<ReadonlyArray<Row>>({ ready: rows })}
          columns={columns}
          rowId={({ id }) => id}
          empty=""
        />
      </ListLooks>,
    )
    expect([...container.querySelectorAll("th")].map(textOf)).toEqual(["Name"])
    expect(container.querySelector("tbody tr")?.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
    container.querySelector<HTMLElement>(".column-choice input")?.click()
    await press("Compact", container)
    expect(changes).toEqual([
      { ...look, columns: { lists: { order: ["people"], hidden: [] } } },
      { ...look, density: "compact" },
    ])
  })

  it("says that it is busy for as long as other rows stand in it than it has", async () => {
    let give: (given: ReadonlyArray<Row>) => void = () => undefined
    const Changing = () => {
      const [given, setGiven] = useState(rows)
      useEffect(() => void (give = setGiven), [])
      return table({ ready: given })
    }
    const container = await show(<Changing />)
    const list = container.querySelector(".data-table") as HTMLElement
    const busy: Array<string | null> = []
    const look = (records: ReadonlyArray<MutationRecord>): void =>
      void busy.push(...records.map(({ oldValue }) => oldValue))
    const observer = new MutationObserver(look)
    observer.observe(list, { attributeFilter: ["aria-busy"], attributeOldValue: true })
    await act(async () => give([...rows, { id: "c", name: "Gamma", people: 1 }]))
    look(observer.takeRecords())
    expect([...busy, list.getAttribute("aria-busy")]).toEqual(["false", "true", "false"])
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual(["Beta20", "Alpha3", "Gamma1"])
  })

  it("shows more by cursor only where there is more", async () => {
    const { sent, send } = recorder<ReadingEvent>()
    const container = await show(table({ ready: rows, next: "c" }, { send }))
    await press("Show more", container)
    expect(sent).toEqual([{ type: "more.pressed" }])
    expect(textOf(await show(table({ ready: rows })))).not.toContain("Show more")
  })

  it.each([
    ["loading", "loading" as const, "Loading"],
    ["empty", { ready: [] }, "No lists yet"],
    ["failed", { failed: unreachable() }, "Could not load"],
    ["stale", { stale: rows, problem: unreachable() }, "Could not refresh."],
  ])("when %s says so and is accessible", async (_, state, text) => {
    const container = await show(table(state))
    expect(textOf(container)).toContain(text)
    expect(await accessibilityFaults(container)).toEqual([])
  })
})
