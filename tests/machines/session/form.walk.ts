import { assign } from "xstate"
import { formMachine } from "#machines/session/form.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const complaints = (values: { readonly [field: string]: unknown }) =>
  values["name"] === "" ? [{ field: "name", message: "Enter a name." }] : []

const machine = formMachine.provide({
  guards: { isValid: ({ context }) => complaints(context.values).length === 0 },
  actions: { validate: assign({ errors: ({ context }) => complaints(context.values) }) },
})

/** Everything that can happen to a form whose name is wanted. */
export const formWalk: ChartWalk = {
  machine,
  input: { values: { name: "" } },
  events: [
    { type: "field.changed", field: "name", value: "Ada" },
    { type: "field.changed", field: "name", value: "" },
    { type: "field.left", field: "name" },
    { type: "submit.pressed" },
    { type: "discard.pressed" },
    { type: "overwrite.pressed" },
    { type: "theirs.pressed" },
    { type: "retry.pressed" },
  ],
  outcomes: {
    submit: [
      { output: { id: 7 } },
      { error: unreachable() },
      { error: problem("Invalid", "Not so.", { errors: [{ field: "name", message: "Taken." }] }) },
      { error: problem("StaleVersion", "Someone changed this first.") },
    ],
    theirs: [{ output: { name: "Eve", streamVersion: 8 } }, { output: null }, { error: unreachable() }],
  },
  key: ({ context }) => [
    context.values.name,
    context.values.streamVersion,
    context.theirs,
    context.touched.name,
    context.errors.length,
    context.problem?.problem,
    context.refusals > 0,
  ],
}
