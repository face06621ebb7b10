import { describe, expect, it } from "vitest"
import { createMachine } from "xstate"
import { mermaidOf } from "#machines/mermaid.ts"

/** The statements of a picture, without their indentation. */
const linesOf = (config: object): ReadonlyArray<string> =>
  mermaidOf(createMachine(config as never))
    .trimEnd()
    .split("\n")
    .map((line) => line.trim())

describe("a chart as a Mermaid diagram", () => {
  it("has states with their captions, an arrow for each transition, and ends", () => {
    expect(
      linesOf({
        id: "lamp",
        initial: "off",
        states: {
          off: { description: "It is dark; no one is here.", on: { "switch.pressed": "on" } },
          on: { on: { broke: "gone" } },
          gone: { type: "final", description: 'Over: a "dead" lamp #1.' },
        },
      }),
    ).toEqual([
      "stateDiagram-v2",
      "[*] --> lamp_off",
      'state "off – It is dark, no one is here." as lamp_off',
      'state "on" as lamp_on',
      `state "gone – Over – a 'dead' lamp 1." as lamp_gone`,
      "lamp_gone --> [*]",
      "lamp_off --> lamp_on : switch.pressed",
      "lamp_on --> lamp_gone : broke",
    ])
  })

  it("draws an arrow to a state around its start to where that state begins", () => {
    const lines = linesOf({
      id: "call",
      initial: "held",
      states: {
        held: {
          initial: "asking",
          states: { asking: { on: { asked: "acting" } }, acting: { on: { again: "#call.held" } } },
        },
      },
    })
    expect(lines).toContain("call_held_acting --> call_held_asking : again")
  })

  it("says guards, actions, delays, actors' answers and what is decided at once, in the chart's order", () => {
    const lines = linesOf({
      id: "call",
      initial: "waiting",
      states: {
        waiting: {
          on: { pressed: [{ guard: "mayGo", target: "deciding" }, { actions: ["note", { type: "ring" }] }] },
          after: { patience: "deciding" },
          invoke: {
            id: "load",
            src: "load",
            onDone: { target: "deciding", guard: { type: "isGood" }, actions: "take" },
            onError: "deciding",
            onSnapshot: { actions: "follow" },
          },
        },
        deciding: { always: [{ guard: "isOver", target: "over" }, "waiting"] },
        over: {},
      },
    })
    expect(lines.filter((line) => line.startsWith("call_")).toSorted()).toEqual(
      [
        "call_waiting --> call_deciding : pressed [mayGo]",
        "call_waiting --> call_waiting : pressed / note, ring",
        "call_waiting --> call_deciding : after patience",
        "call_waiting --> call_deciding : load done [isGood] / take",
        "call_waiting --> call_deciding : load failed",
        "call_waiting --> call_waiting : load changed / follow",
        "call_deciding --> call_over : always [isOver]",
        "call_deciding --> call_waiting : always",
      ].toSorted(),
    )
    expect(lines.indexOf("call_deciding --> call_over : always [isOver]")).toBeLessThan(
      lines.indexOf("call_deciding --> call_waiting : always"),
    )
  })

  it("nests states, and draws the arrows of a nested one inside its parent", () => {
    expect(
      linesOf({
        id: "door",
        initial: "open",
        states: {
          open: {
            initial: "wide",
            states: { wide: { on: { pushed: "ajar" } }, ajar: { type: "final" } },
            onDone: "shut",
          },
          shut: {},
        },
      }),
    ).toEqual([
      "stateDiagram-v2",
      "[*] --> door_open",
      'state "open" as door_open',
      "state door_open {",
      "[*] --> door_open_wide",
      'state "wide" as door_open_wide',
      'state "ajar" as door_open_ajar',
      "door_open_ajar --> [*]",
      "door_open_wide --> door_open_ajar : pushed",
      "}",
      'state "shut" as door_shut',
      "door_open --> door_shut : done",
    ])
  })

  it("draws the regions of a parallel chart apart in a state of their own, and none of them first", () => {
    const lines = linesOf({
      id: "car",
      type: "parallel",
      states: {
        lights: { initial: "off", states: { off: {} }, on: { "key.turned": ".off" } },
        engine: { initial: "cold", states: { cold: {} } },
      },
    })
    expect(lines.slice(0, 3)).toEqual(["stateDiagram-v2", 'state "car" as car', "state car {"])
    expect(lines.filter((line) => line === "--")).toHaveLength(1)
    expect(lines.indexOf("car_lights --> car_lights_off : key.turned")).toBeLessThan(lines.indexOf("--"))
    expect(lines.filter((line) => line.startsWith("[*]"))).toEqual([
      "[*] --> car_lights_off",
      "[*] --> car_engine_cold",
    ])
  })

  it("shows in a box of its own what happens everywhere, with where it leads", () => {
    const lines = linesOf({
      id: "page",
      initial: "shown",
      on: { "feed.changed": { guard: "isOurs", actions: "refresh" }, "page.closed": ".gone" },
      states: { shown: {}, gone: {} },
    })
    expect(lines.slice(-5)).toEqual([
      "page_everywhere : Everywhere in the chart",
      "page_everywhere : feed.changed [isOurs] / refresh",
      "page_everywhere : page.closed – to gone",
      "classDef everywhere stroke-dasharray:4",
      "class page_everywhere everywhere",
    ])
  })
})

it("An arrow with a description says that alone, and a state what is asked for", () => {
  const drawn = mermaidOf(
    createMachine({
      id: "way",
      initial: "here",
      states: {
        here: { description: "Here: first.", on: { GONE: { target: "there", description: "Goes: on", guard: "may" } } },
        there: {},
      },
    } as never),
    [],
    { caption: ({ key, description = key }) => description },
  )
  expect(drawn).toContain('state "Here – first." as way_here')
  expect(drawn).toContain('state "there" as way_there')
  expect(drawn).toContain("way_here --> way_there : Goes – on")
})
