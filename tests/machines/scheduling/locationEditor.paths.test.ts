import { describe, expect, it } from "vitest"
import { createActor, fromPromise } from "xstate"
import { locationEditorMachine, type LocationValues } from "#machines/scheduling/locationEditor.machine.ts"
import type { FormSnapshot } from "#machines/session/form.machine.ts"
import { newLocationValues, sampleLocationValues } from "#tests/support/locationSamples.ts"

const zones: Readonly<Record<string, string>> = { "04101": "America/New_York", "60601": "America/Chicago" }

/** The editor over its real form; every ZIP code is answered at once. */
const editorOf = async (search: Readonly<Record<string, string>>, values: LocationValues) => {
  const asked: Array<string> = []
  const editor = createActor(
    locationEditorMachine.provide({
      actors: {
        open: fromPromise(() => Promise.resolve(values)),
        zone: fromPromise(({ input }: { readonly input: string }) => {
          asked.push(input)
          return Promise.resolve(zones[input] ?? null)
        }),
      },
    }),
    { input: { search } },
  ).start()
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  await settled()
  const form = () => editor.getSnapshot().children["form"]
  return {
    asked,
    /** The zone that the form holds once this was written, and the ZIP code it is of. */
    write: async (field: string, value: unknown) => {
      form()?.send({ type: "field.changed", field, value })
      await settled()
      const { zoneOf } = editor.getSnapshot().context
      const held = form()?.getSnapshot() as FormSnapshot | undefined
      return [held?.context.values["timezone"], zoneOf]
    },
  }
}

describe("the zone of a new location", () => {
  it("follows its ZIP code, asks once for each, and stays where none is known", async () => {
    const { write, asked } = await editorOf({ new: "" }, newLocationValues)
    expect(await write("zip", "0410")).toEqual(["America/Los_Angeles", null])
    expect(await write("zip", "04101")).toEqual(["America/New_York", "04101"])
    expect(await write("name", "Portland")).toEqual(["America/New_York", "04101"])
    expect(await write("zip", "04101-1234")).toEqual(["America/New_York", "04101"])
    expect(await write("zip", "00000")).toEqual(["America/New_York", "04101"])
    expect(await write("zip", "60601")).toEqual(["America/Chicago", "60601"])
    expect(asked).toEqual(["04101", "00000", "60601"])
  })

  it("is not overwritten once someone chose one", async () => {
    const { write, asked } = await editorOf({ new: "" }, newLocationValues)
    await write("zip", "04101")
    expect(await write("timezone", "America/Denver")).toEqual(["America/Denver", null])
    expect(await write("zip", "60601")).toEqual(["America/Denver", null])
    expect(asked).toEqual(["04101"])
  })

  it("is not looked for by the postal codes of other countries, nor for a location that has one", async () => {
    const abroad = await editorOf({ new: "" }, { ...newLocationValues, country: "DE" })
    expect(await abroad.write("zip", "60601")).toEqual(["America/Los_Angeles", null])
    const kept = await editorOf({ edit: "l".repeat(20) }, sampleLocationValues)
    expect(await kept.write("zip", "04101")).toEqual([sampleLocationValues.timezone, null])
    expect([...abroad.asked, ...kept.asked]).toEqual([])
  })
})
