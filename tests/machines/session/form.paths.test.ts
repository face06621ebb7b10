import { describe, expect, it } from "vitest"
import { assign, createActor } from "xstate"
import { formMachine } from "#machines/session/form.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { formWalk } from "./form.walk.ts"

const walk = pathsOf(formWalk.machine, formWalk)

describe("the form chart", () => {
  it("submits only values without complaints, and loses none when submitting fails", () => {
    const withServer = walk.states.filter(
      (snapshot) => snapshot.matches("submitting") || snapshot.context.problem?.problem === "Unreachable",
    )
    expect(withServer.length).toBeGreaterThan(1)
    for (const { context } of withServer) expect(["Ada", "Eve"]).toContain(context.values.name)
  })

  it("saves over what somebody else saved only in the version that was shown, or takes theirs as its beginning", () => {
    const after = (type: string) =>
      walk.paths.flatMap(({ steps }) =>
        steps.flatMap((step, index) =>
          step.event.type === type ? [{ ...step, before: steps[index - 1]?.snapshot }] : [],
        ),
      )
    const over = after("overwrite.pressed").filter(
      ({ before }) => before !== undefined && before.context.theirs !== null,
    )
    expect(over.length).toBeGreaterThan(0)
    for (const { snapshot } of over) expect(snapshot.context.values).toEqual({ name: "Ada", streamVersion: 8 })
    const taken = after("theirs.pressed").filter(({ before }) => before !== undefined && before.context.theirs !== null)
    expect(taken.length).toBeGreaterThan(0)
    for (const { snapshot } of taken) {
      expect(snapshot.value).toBe("editing")
      expect(snapshot.context.values).toEqual({ name: "Eve", streamVersion: 8 })
      expect(snapshot.context.initial).toEqual(snapshot.context.values)
    }
  })

  it("ends with the server's answer, or says that it was discarded", () => {
    const ended = walk.states.filter(({ status }) => status === "done").map(({ output }) => output)
    expect(ended).toContainEqual({ discarded: false, value: { id: 7 } })
    expect(ended).toContainEqual({ discarded: true, value: null })
  })
})

describe("a field that another one makes wrong", () => {
  const isMissing = ({ when, on }: Readonly<Record<string, unknown>>) => when === "later" && on === ""
  const machine = formMachine.provide({
    guards: { isValid: ({ context }) => !isMissing(context.values) },
    actions: {
      validate: assign(({ context }) => ({
        errors: isMissing(context.values) ? [{ field: "on", message: "Enter a date." }] : [],
      })),
    },
  })

  it("is told so when the form is sent, not while the other one is filled in", () => {
    const form = createActor(machine, { input: { values: { when: "later", on: "" } } }).start()
    form.send({ type: "submit.pressed" })
    expect(form.getSnapshot().context.touched).toHaveProperty("on")
    form.send({ type: "field.changed", field: "when", value: "now" })
    form.send({ type: "field.changed", field: "when", value: "later" })
    expect(form.getSnapshot().context.errors).toHaveLength(1)
    expect(form.getSnapshot().context.touched).not.toHaveProperty("on")
    form.send({ type: "submit.pressed" })
    expect(form.getSnapshot().context.touched).toHaveProperty("on")
  })
})
