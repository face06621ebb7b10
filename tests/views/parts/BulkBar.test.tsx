import { act } from "react"
import { userEvent } from "vitest/browser"
import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { bulkMachine, type BulkEvent, type BulkSnapshot } from "#machines/session/bulk.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { Campaign } from "#schemas/outreach/campaign.ts"
import { BulkBar, type SeenBulk } from "#views/parts/BulkBar.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { selectionOf } from "#views/parts/RowSelection.ts"
import { useCampaignDeeds } from "#views/outreach/campaignDeeds.tsx"
import { bulkWalk } from "#tests/machines/session/bulk.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { draftCampaign, sampleCampaign } from "#tests/support/outreachSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenBulk, seenReading } from "#tests/support/seen.ts"

const running: Campaign = { ...sampleCampaign, state: "running", campaignHashedId: "r1", name: "Flu" }
const other: Campaign = { ...running, campaignHashedId: "r2", name: "Recall" }
const draft: Campaign = { ...draftCampaign, state: "draft", campaignHashedId: "d1", name: "Spring" }
const rows = [running, draft, other]
const rowId = ({ campaignHashedId }: Campaign): string => campaignHashedId
const nameOf = ({ name }: Campaign): string => name
const choose = (...some: ReadonlyArray<Campaign>): AnyEventObject => ({
  type: "rows.chosen",
  rows: some.map((row) => ({ id: rowId(row), row })),
  isChosen: true,
})
const ran = (end: object): AnyEventObject => ({ actorId: "run", ...end }) as never
const done = ran({ type: "xstate.done.actor.run", output: {} })
const refused = (message: string) => ran({ type: "xstate.error.actor.run", error: problem("NotAllowedNow", message) })

const List = ({ bulk, accessIds }: { readonly bulk: SeenBulk; readonly accessIds: ReadonlyArray<number> }) => (
  <main>
    <h1>Campaigns</h1>
    <DataTable
      label="Campaigns"
      reading={seenReading<ReadonlyArray<Campaign>>({ ready: rows })}
      columns={[{ id: "name", header: "Name", cell: nameOf }]}
      rowId={rowId}
      rowHref={({ campaignHashedId }) => `?id=${campaignHashedId}`}
      selection={selectionOf({ bulk, rows, rowId, nameOf })}
      empty=""
    />
    <BulkBar
      bulk={bulk}
      deeds={useCampaignDeeds({ userType: 2, accessIds })}
      rowId={rowId}
      nameOf={nameOf}
      stateOf={({ state }) => state}
      rows={rows}
      total={38}
    />
  </main>
)
const show = async (events: ReadonlyArray<AnyEventObject>, accessIds: ReadonlyArray<number> = [1, 3, 5, 17]) => {
  const { sent, send } = recorder<BulkEvent>()
  const rendered = await render(<List bulk={seenBulk(events, send)} accessIds={accessIds} />)
  return { ...rendered, sent }
}
const bar = (): string => textOf(document.querySelector(".bulk-bar"))
const dialog = (): string => textOf(document.querySelector("[role=dialog]"))
const box = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`) as HTMLInputElement

const distinct = Map.groupBy(pathsOf(bulkMachine, bulkWalk).places, ({ snapshot }) => JSON.stringify(snapshot.value))
const places = [...distinct.values()].flatMap((all) => all.slice(-1))

describe("several rows of a list", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))("are accessible in %s", async (_, { snapshot }) => {
    const bulk = { snapshot: snapshot as unknown as BulkSnapshot, send: () => undefined }
    await render(<List bulk={bulk} accessIds={[1, 3, 5, 17]} />)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("are chosen one by one, to the one that Shift is held at, and all at once by the head", async () => {
    const { sent } = await show([choose(running)])
    expect(box("Select all rows that are shown").indeterminate).toBe(true)
    await act(() => userEvent.click(box("Select Recall"), { modifiers: ["Shift"] }))
    await act(() => userEvent.click(box("Select Flu")))
    await act(() => userEvent.click(box("Select all rows that are shown")))
    const ids = sent.map((event) => event.type === "rows.chosen" && [event.isChosen, ...event.rows.map(({ id }) => id)])
    expect(ids).toEqual([
      [true, "r1", "d1", "r2"],
      [false, "r1"],
      [true, "r1", "d1", "r2"],
    ])
  })

  it("stay chosen while the list is read and none of its rows stands yet", () => {
    const { sent, send } = recorder<BulkEvent>()
    const selection = selectionOf<Campaign>({ bulk: seenBulk([choose(running)], send), rows: [], rowId, nameOf })
    selection.toggleShown()
    expect(selection.shown).toBe("none")
    expect(sent).toEqual([])
  })

  it("are offered what is possible for at least one of them, with how many", async () => {
    await show([choose(running, other, draft)])
    expect(bar()).toBe("3 selectedSelect all 38 Pause 2 Cancel 2 Delete 1 draft")
  })

  it("are offered nothing without the right", async () => {
    await show([choose(running)], [1])
    expect(bar()).not.toContain("Pause")
  })

  it("are asked about once: how many it concerns, and why not the others", async () => {
    const { sent } = await show([choose(...rows), { type: "deed.pressed", verb: "pause", rows }])
    expect(dialog()).toContain("Pause 2 campaigns?")
    expect(dialog()).toContain("1 of the 3 selected stays as it is, because of the state: 1 draft.")
    await press("Pause 2", document.querySelector("[role=dialog]") as Element)
    expect(sent).toEqual([{ type: "confirm.pressed", rows: [running, other] }])
  })

  it("are not done where it concerns none", async () => {
    await show([choose(draft), { type: "deed.pressed", verb: "pause", rows: [draft] }])
    const confirm = document.querySelector<HTMLButtonElement>("[role=dialog] [type=submit]")
    expect(confirm?.ariaDisabled).toBe("true")
  })

  const begun = [
    choose(...rows),
    { type: "deed.pressed", verb: "pause", rows },
    { type: "confirm.pressed", rows: [running, other] },
  ]

  it("say how far they are, and can be stopped", async () => {
    const { sent } = await show([...begun, done])
    expect(bar()).toContain("1 of 2")
    await press("Stop")
    expect(sent).toEqual([{ type: "stop.pressed" }])
  })

  it("say what came of it: a refused one by its reason, the others done", async () => {
    await show([...begun, refused("This campaign is over."), done])
    expect(bar()).toContain("1 campaign paused.")
    await act(async () => document.querySelector<HTMLElement>(".bulk-refused summary")?.click())
    expect(textOf(document.querySelector(".bulk-refused li"))).toBe("This campaign is over. Flu")
  })

  it("say that they are chosen no more once the list is narrowed in another way", async () => {
    const { container } = await show([choose(running), { type: "params.changed", params: { state: "draft" } }])
    expect(textOf(container.querySelector(".bulk-gone"))).toBe("The filters changed, so nothing is selected now.")
    expect(document.querySelector(".bulk-bar")).toBeNull()
  })
})
