import { assign } from "xstate"
import { formMachine } from "#machines/session/form.machine.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const errorsIn = (values: { readonly [field: string]: unknown }) =>
  values["name"] === "" ? [{ field: "name", message: "Enter a name." }] : []

const machine = formMachine.provide({
  guards: { isValid: ({ context }) => errorsIn(context.values).length === 0 },
  actions: { validate: assign({ errors: ({ context }) => errorsIn(context.values) }) },
})

/** What a page hears from its form when the person left it. */
export const leftForm = { output: { discarded: true, left: "/campaign", value: null } } as const

/** What a form says to the page that holds it when it opens, and when what it holds has changed. */
export const formShows = (values: object, more: object = {}) => ({
  type: "xstate.snapshot.form",
  snapshot: { context: { values, ...more } },
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
    { type: "leave.asked", to: "/campaign" },
    { type: "leave.asked", to: "/report" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
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
  // The page behind the question is out of reach.
  allows: (snapshot, { type }) =>
    !snapshot.matches({ open: { leaving: "asking" } }) || type.startsWith("leave.") || type.startsWith("xstate."),
  key: ({ context }) => [
    context.initial,
    context.values.name,
    context.values.streamVersion,
    context.theirs,
    context.touched.name,
    context.errors.length,
    context.problem?.problem,
    context.refusals > 0,
  ],
}
