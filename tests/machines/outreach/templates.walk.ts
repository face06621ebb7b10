import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { draftTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Why publishing was refused, with the complaints one by one. */
export const refusedTemplate = problem("Invalid", "This text cannot be published yet.", {
  errors: [{ field: "text", message: "Add how to opt out, for example: Reply STOP to opt out." }],
})

/** Everything that can happen on the list of templates. */
export const templatesWalk: ChartWalk = {
  machine: templatesMachine,
  input: { search: { search: "flu" } },
  events: [
    { type: "publish.pressed", template: draftTemplate },
    { type: "delete.pressed", template: draftTemplate },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    { type: "url.changed", search: { id: "43" } },
    { type: "feed.changed", thing: "template", id: "43" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    publish: [{ output: undefined }, { error: refusedTemplate }],
    remove: [{ output: undefined }, { error: notFound() }],
  },
  key: ({ context }) => [context.search, context.refused?.action],
}
