import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { LocationId } from "#schemas/scheduling/location.ts"
import { locationDecider, type LocationCommand } from "#server/scheduling/locations/location.decider.ts"

const { initialState, decide, evolve } = locationDecider
const facts = {
  ...{ name: "Eastmont", group: "", city: "Oakland", state: "CA", zip: "94605", country: "US" },
  timezone: "America/Los_Angeles",
}
const save = (...changed: ReadonlyArray<string>): LocationCommand => ({
  _tag: "SaveLocation",
  locationId: LocationId.make(7),
  facts,
  changed,
})
const after = (...commands: ReadonlyArray<LocationCommand>) =>
  commands.reduce((fold, command) => Result.getOrThrow(decide(fold, command)).reduce(evolve, fold), initialState)
const disable: LocationCommand = { _tag: "DisableLocation" }
const enable: LocationCommand = { _tag: "EnableLocation" }

describe("a location", () => {
  it("is made by its first save, and revised by the next", () => {
    expect(Result.getOrThrow(decide(initialState, save()))).toEqual([
      { _tag: "LocationCreated", locationId: 7, ...facts, revision: 1 },
    ])
    expect(Result.getOrThrow(decide(after(save()), save("hours")))).toEqual([
      { _tag: "LocationRevised", ...facts, revision: 2, changed: ["hours"] },
    ])
  })

  it("says nothing of a save that changes nothing", () => {
    expect(Result.getOrThrow(decide(after(save()), save()))).toEqual([])
  })

  it("stays disabled when it is changed, until it is enabled", () => {
    const changed = after(save(), disable, save("name"))
    expect(changed).toEqual({ state: "disabled", revision: 2 })
    expect(after(save(), disable, enable)).toEqual({ state: "active", revision: 1 })
  })

  it.each([
    ["disabled before it was saved", initialState, disable, "This location was never saved. Save it first."],
    ["enabled while it is active", after(save()), enable, "This location is active. It can be changed or disabled."],
    ["disabled again", after(save(), disable), disable, "This location is disabled. It can be changed or enabled."],
  ])("is not %s, and says what it can be", (_, fold, command, message) => {
    expect(Result.getOrThrow(Result.flip(decide(fold, command)))).toMatchObject({ problem: "NotAllowedNow", message })
  })
})
