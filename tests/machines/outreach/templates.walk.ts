import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { draftTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Why publishing was refused, with the complaints one by one. */
export const refusedTemplate = problem("Invalid", "This text cannot be published yet.", {
  errors: [{ field: "text", message: "Add how to opt out, for example: Reply STOP to opt out." }],
})

/** What the loser of a race is told. */
const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** Everything that can happen on the list of templates. */
export const templatesWalk: ChartWalk = {
  machine: templatesMachine,
  input: { search: { search: "flu" } },
  events: [
    { type: "publish.pressed", template: draftTemplate },
    { type: "retire.pressed", template: sampleTemplate },
    { type: "delete.pressed", template: draftTemplate },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    { type: "url.changed", search: { id: draftTemplate.hashedId } },
    { type: "url.changed", search: { id: draftTemplate.hashedId, tab: "history" } },
    { type: "feed.changed", thing: "template", id: "43" },
    { type: "feed.changed", thing: "campaign", id: "71" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    publish: [{ output: undefined }, { error: refusedTemplate }],
    retire: [{ output: undefined }, { error: stale }],
    remove: [{ output: undefined }, { error: notFound() }],
  },
  key: ({ context }) => [context.search, context.refused?.action],
}
