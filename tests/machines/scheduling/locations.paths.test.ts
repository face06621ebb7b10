import { describe, expect, it } from "vitest"
import { createActor, type AnyActorRef, type AnyEventObject } from "xstate"
import { locationsMachine } from "#machines/scheduling/locations.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { disabledLocation, sampleLocation } from "#tests/support/locationSamples.ts"
import { after } from "#tests/paths/paths.ts"
import { commandEnded } from "../session/command.walk.ts"
import { changedMeanwhile, locationReadAgain, locationsWalk, seenLocation } from "./locations.walk.ts"

const at = (events: ReadonlyArray<AnyEventObject>) => after(locationsMachine, events, locationsWalk.input)

describe("the locations chart", () => {
  it("asks before it disables, and enables at once", () => {
    const states = (
      [
        { type: "disable.pressed", location: sampleLocation },
        { type: "enable.pressed", location: disabledLocation },
      ] as const
    ).map((event) => {
      const command = at([event]).children["command"]?.getSnapshot() as CommandSnapshot
      return command.value
    })
    expect(states).toEqual([{ asking: "ready" }, "running"])
  })

  it("decides nothing on what the person's own change is older than", () => {
    const pressing = (location: object) =>
      at([
        { type: "disable.pressed", location: sampleLocation },
        commandEnded({ verb: "disable", subject: sampleLocation, outcome: "done", seen: seenLocation(sampleLocation) }),
        { type: "enable.pressed", location },
      ]).value
    expect(pressing(disabledLocation)).toMatchObject({ deed: "none" })
    expect(pressing(locationReadAgain)).toMatchObject({ deed: "acting" })
  })

  it("keeps the reason of a refusal next to its location until the person turns to another", () => {
    const refused = [
      { type: "disable.pressed", location: sampleLocation },
      commandEnded({ verb: "disable", subject: sampleLocation, outcome: "refused", problem: changedMeanwhile }),
    ]
    const turning = (search: object) => at([...refused, { type: "url.changed", search }]).context.last
    expect(at(refused).context.last.problem).toEqual(changedMeanwhile)
    expect(turning({ id: sampleLocation.hashedId, sort: "city" }).problem).toEqual(changedMeanwhile)
    expect(turning({ id: "other" })).toBeNull()
  })

  it("reads again what another person’s change of a location may have changed, and nothing at other changes", () => {
    const reading = (thing: string) => {
      const sent: Array<string> = []
      const actor = createActor(locationsMachine, {
        input: { search: { id: sampleLocation.hashedId } },
        inspect: ({ type, actorRef, ...one }) => {
          const event = "event" in one ? (one.event as AnyEventObject) : undefined
          const { id } = actorRef as AnyActorRef
          if (type === "@xstate.event" && event?.type === "feed.changed" && id !== actor.id) sent.push(id)
        },
      })
      actor.start().send({ type: "feed.changed", thing: thing as "location", id: sampleLocation.hashedId })
      actor.stop()
      return sent.toSorted()
    }
    expect(reading("location")).toEqual(["groups", "location", "locations"])
    expect(reading("template")).toEqual([])
  })

  it("asks for distances from a ZIP code once it has five digits, and looks up where that lies", () => {
    const askedAt = (near: string) => {
      const { children } = after(locationsMachine, [], { search: { near } })
      return ["locations", "origin"].map((reading) => children[reading]?.getSnapshot().context.params)
    }
    expect(askedAt("94612")).toEqual([{ near: "94612" }, { zip: "94612" }])
    expect(askedAt("9461")).toEqual([{}, null])
    expect(askedAt("9461a")).toEqual([{}, null])
  })

  it("asks for the locations of the group, the state and the order that the address names, and for no others", () => {
    const paramsAt = (search: object) =>
      after(locationsMachine, [], { search }).children["locations"]?.getSnapshot().context.params
    expect(paramsAt({ group: "Bay Area", state: "active", sort: "-city", search: "94" })).toEqual({
      group: "Bay Area",
      state: "active",
      sort: "-city",
      search: "94",
    })
    expect(paramsAt({ group: "", state: "open", sort: "phone" })).toEqual({})
  })
})
