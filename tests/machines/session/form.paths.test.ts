import { assign } from "xstate"
import { describe, expect, it } from "vitest"
import { formMachine } from "#machines/session/form.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { pathsOf, runPath, titleOf } from "#tests/support/paths.ts"

const complaints = (values: { readonly [field: string]: unknown }) =>
  values["name"] === "" ? [{ field: "name", message: "Enter a name." }] : []

const machine = formMachine.provide({
  guards: { isValid: ({ context }) => complaints(context.values).length === 0 },
  actions: { validate: assign({ errors: ({ context }) => complaints(context.values) }) },
})

const walk = pathsOf(machine, {
  input: { values: { name: "" } },
  events: [
    { type: "field.changed", field: "name", value: "Ada" },
    { type: "field.changed", field: "name", value: "" },
    { type: "field.left", field: "name" },
    { type: "submit.pressed" },
    { type: "discard.pressed" },
    { type: "overwrite.pressed" },
  ],
  outcomes: {
    submit: [
      { output: { id: 7 } },
      { error: unreachable() },
      { error: problem("Invalid", "Not so.", { errors: [{ field: "name", message: "Taken." }] }) },
      { error: problem("StaleVersion", "Someone changed this first.") },
    ],
  },
  key: ({ context }) => [
    context.values.name,
    context.touched.name,
    context.errors.length,
    context.problem?.problem,
    context.refusals > 0,
  ],
})

describe("the form chart", () => {
  it("leaves no transition untaken", () => {
    expect(walk.untaken).toEqual([])
  })

  it.each(walk.paths.map((path) => [titleOf(path), path] as const))("reaches %s", (_, path) => {
    expect(runPath(machine, path, { values: { name: "" } }).actor.getSnapshot().status).toBe(path.snapshot.status)
  })

  it("submits only values without complaints, and loses none when submitting fails", () => {
    const withServer = walk.states.filter(
      (snapshot) => snapshot.matches("submitting") || snapshot.context.problem?.problem === "Unreachable",
    )
    expect(withServer.length).toBeGreaterThan(1)
    for (const { context } of withServer) expect(context.values.name).toBe("Ada")
  })

  it("ends with the server's answer, or says that it was discarded", () => {
    const ended = walk.states.filter(({ status }) => status === "done").map(({ output }) => output)
    expect(ended).toContainEqual({ discarded: false, value: { id: 7 } })
    expect(ended).toContainEqual({ discarded: true, value: null })
  })
})
