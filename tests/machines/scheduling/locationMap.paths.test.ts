import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { locationMapMachine } from "#machines/scheduling/locationMap.machine.ts"
import { after } from "#tests/paths/paths.ts"

const view = { x: 300, y: 200, scale: 8 }
const at = (...events: ReadonlyArray<AnyEventObject>) =>
  after(locationMapMachine, events, { search: { search: "clinic", sort: "city" } })
const moved = { type: "view.moved", view }
const listed = { type: "places.listed", ids: ["a", "b"] }

describe("the map of the locations", () => {
  it("shows all that the list is narrowed to, whatever its order", () => {
    expect(at().children["places"]?.getSnapshot().context.params).toEqual({ search: "clinic" })
    expect(at().context.view).toBeNull()
  })

  it("stays where it was moved to in another order, and shows all where the list is narrowed anew", () => {
    const turned = (search: object) => at(moved, { type: "url.changed", search }).context.view
    expect(turned({ search: "clinic", sort: "-city" })).toEqual(view)
    expect(turned({ search: "clinic", group: "Bay Area" })).toBeNull()
    expect(at(moved, { type: "fit.pressed" }).context.view).toBeNull()
  })

  it("lists the locations at one spot until the list is closed or the map is moved", () => {
    expect(at(listed)).toMatchObject({ value: "listing", context: { listed: ["a", "b"] } })
    expect(at(listed, { ...listed, ids: ["c"] }).context.listed).toEqual(["c"])
    for (const leave of [{ type: "list.closed" }, moved])
      expect(at(listed, leave)).toMatchObject({ value: "looking", context: { listed: [] } })
  })
})
