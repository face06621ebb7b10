import { afterEach, describe, expect, it } from "vitest"
import { assign, createActor, setup } from "xstate"
import { inspectionChannelName, type InspectionMessage } from "#schemas/administration/inspection.ts"
import { inspect } from "../../../src/wiring/administration/inspecting.ts"
import { makeRecorder } from "../../../src/wiring/journal.ts"

const secret = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJub3JhIn0.c2lnbmF0dXJlLXRoYXQtaXMtbG9uZw"
const personal = { patient: "Maria Lopez", email: "maria@lopez.test", phone: "+14155550100", home: 14155550100 }

const careless = setup({
  types: { context: {} as { readonly seen: ReadonlyArray<unknown> } },
  actions: { keep: assign({ seen: ({ context, event }) => [...context.seen, event] }) },
}).createMachine({
  id: "careless",
  context: { seen: [] },
  initial: "open",
  states: {
    open: { on: { "*": { actions: "keep" } } },
    deep: {
      initial: "a",
      states: {
        a: {
          initial: "b",
          states: { b: { initial: "c", states: { c: { always: [{ target: "#careless.open", actions: "keep" }] } } } },
        },
      },
    },
  },
})

/** The other tab: hears what is sent until `count` messages are there. */
const inspectorTab = () => {
  const channel = new BroadcastChannel(inspectionChannelName)
  const heard: Array<InspectionMessage> = []
  let wake = (): void => undefined
  channel.onmessage = ({ data }) => {
    heard.push(data as InspectionMessage)
    wake()
  }
  return {
    heard,
    come: () => channel.postMessage({ type: "inspector.came" } satisfies InspectionMessage),
    until: (isThere: () => boolean) =>
      new Promise<void>((resolve) => {
        wake = () => {
          if (isThere()) resolve()
        }
        wake()
      }),
    close: () => channel.close(),
  }
}

const ends: Array<() => void> = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const inspected = async (namesOnly: boolean) => {
  const recorder = makeRecorder({ entries: 50, millis: 1e9, ended: 5, unrecorded: [] })
  const actor = createActor(careless, { inspect: recorder.inspectWith("test") }).start()
  actor.send({ type: "before.came", token: secret, note: `Bearer ${secret}`, ...personal })
  const tab = inspectorTab()
  ends.push(tab.close, inspect(recorder.journals, { namesOnly }))
  const steps = () => tab.heard.flatMap((message) => (message.type === "step" ? [message.step] : []))
  const events = () => steps().flatMap(({ type, event }) => (type === "@xstate.event" ? [event?.type] : []))
  await tab.until(() => events().includes("before.came") && steps().at(-1)?.type === "@xstate.snapshot")
  actor.send({ type: "after.came", deep: { deeper: [secret, personal] } })
  await tab.until(() => events().includes("after.came") && steps().at(-1)?.type === "@xstate.snapshot")
  return { tab, steps, events }
}

describe("an inspected tab", () => {
  it("sends a chart, what it heard before and what it hears, and where it is then", async () => {
    const { steps, events } = await inspected(false)
    expect(steps()[0]).toMatchObject({ type: "@xstate.actor", name: "careless", snapshot: { value: "open" } })
    expect(JSON.parse(steps()[0]?.definition ?? "")).toEqual(JSON.parse(JSON.stringify(careless.config)))
    expect(events()).toEqual(["before.came", "after.came"])
    expect(steps().at(-1)).toMatchObject({ type: "@xstate.snapshot", snapshot: { value: "open", status: "active" } })
  })

  it("sends it all again to an inspector that comes later", async () => {
    const { tab, events } = await inspected(false)
    tab.heard.length = 0
    tab.come()
    await tab.until(() => events().length === 2)
    expect(events()).toEqual(["before.came", "after.came"])
  })

  it.each([false, true])("lets no token leave, in events or contexts (names only: %s)", async (namesOnly) => {
    const { tab } = await inspected(namesOnly)
    expect(JSON.stringify(tab.heard)).not.toContain(secret)
  })

  it("shows that something was there, and equal things as equal, without who it was", async () => {
    const { tab, steps } = await inspected(false)
    for (const one of Object.values(personal)) expect(JSON.stringify(tab.heard)).not.toContain(String(one))
    const [before, after] = steps().flatMap(({ type, event }) =>
      type === "@xstate.event" ? [event] : [],
    ) as ReadonlyArray<Record<string, unknown>>
    expect(before?.["patient"]).toMatch(/^•+\d+$/)
    expect(after?.["deep"]).toEqual({
      deeper: [expect.stringMatching(/^•+\d+$/), expect.objectContaining({ patient: before?.["patient"], home: 0 })],
    })
  })

  it("sends an inspector that is not ours names alone", async () => {
    const { tab, steps } = await inspected(true)
    expect(JSON.stringify(tab.heard)).not.toContain(personal.patient)
    expect(tab.heard.every((message) => message.type !== "step" || message.namesOnly)).toBe(true)
    for (const { event, snapshot } of steps()) {
      expect(Object.keys(event ?? { type: "" })).toEqual(["type"])
      expect(snapshot?.context ?? {}).toEqual({})
    }
  })
})
