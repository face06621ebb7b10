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
    expect(at(listed)).toMatchObject({ value: { hand: "listing" }, context: { listed: ["a", "b"] } })
    expect(at(listed, { ...listed, ids: ["c"] }).context.listed).toEqual(["c"])
    for (const leave of [{ type: "list.closed" }, moved])
      expect(at(listed, leave)).toMatchObject({ value: { hand: "looking" }, context: { listed: [] } })
  })

  it("is drawn by us without a key, and by the service with one, unless that does not come or refuses", () => {
    const found = (output: boolean) => ({ type: "xstate.done.actor.findKey", output })
    const loaded = { type: "xstate.done.actor.loadService" }
    const drawer = (...events: ReadonlyArray<AnyEventObject>) => at(...events).value as { readonly drawer: unknown }
    expect(drawer(found(false)).drawer).toBe("ours")
    expect(drawer(found(true)).drawer).toEqual({ service: "loading" })
    expect(drawer(found(true), loaded).drawer).toEqual({ service: "drawing" })
    for (const failure of [{ type: "xstate.error.actor.loadService" }, { type: "service.refused" }])
      expect(drawer(found(true), failure).drawer).toBe("failed")
    expect(drawer(found(true), loaded, { type: "service.refused" }).drawer).toBe("failed")
    const narrowed = { type: "url.changed", search: { search: "other" } }
    expect(drawer(found(true), loaded, narrowed, { type: "fit.pressed" }).drawer).toEqual({ service: "drawing" })
    expect(drawer(found(true), { type: "service.refused" }, { type: "service.retried" }).drawer).toEqual({
      service: "loading",
    })
  })
})
