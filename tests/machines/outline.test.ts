import { describe, expect, it } from "vitest"
import { createMachine } from "xstate"
import { innermost, outlineOf, pictureOf } from "#machines/outline.ts"

const door = createMachine({
  id: "door",
  initial: "open",
  on: { "key.lost": { actions: "callSmith" } },
  states: {
    open: {
      description: "Anyone may walk in.",
      initial: "wide",
      states: { wide: { on: { pushed: "ajar" } }, ajar: {} },
      on: { closed: { guard: "isFree", target: "shut" } },
    },
    shut: { description: "No one may." },
  },
})

describe("a chart in words", () => {
  it("has every state with its caption and where it leads, nested as the chart is", () => {
    const bare = { caption: "", leads: [], states: [] }
    expect(outlineOf(door)).toEqual({
      id: "door",
      everywhere: [{ label: "key.lost / callSmith", to: "", event: "key.lost", guard: "", actions: ["callSmith"] }],
      states: [
        {
          path: "open",
          name: "open",
          caption: "Anyone may walk in.",
          leads: [{ label: "closed [isFree]", to: "shut", event: "closed", guard: "isFree", actions: [] }],
          states: [
            {
              ...bare,
              path: "open.wide",
              name: "wide",
              leads: [{ label: "pushed", to: "open.ajar", event: "pushed", guard: "", actions: [] }],
            },
            { ...bare, path: "open.ajar", name: "ajar" },
          ],
        },
        { ...bare, path: "shut", name: "shut", caption: "No one may." },
      ],
    })
  })

  it("marks the states in force in its picture, and is the plain picture without any it knows", () => {
    expect(pictureOf(door, ["open.ajar"])).toContain("\n  class door_open_ajar present\n")
    expect(pictureOf(door, ["cellar.dark"])).toBe(pictureOf(door, []))
    expect(pictureOf(door, [])).not.toContain("present")
  })

  it.each([
    ["shut", ["shut"]],
    [{ open: "wide" }, ["open.wide"]],
    [{ person: { signedIn: "current" }, interaction: "none" }, ["person.signedIn.current", "interaction.none"]],
    [{ page: { list: "shown", panel: {} } }, ["page.list.shown", "page.panel"]],
    [{}, []],
  ])("reads what is in force from a value: %j", (value, paths) => {
    expect(innermost(value)).toEqual(paths)
  })
})
