import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import { problem } from "#schemas/problem.ts"
import { draftTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

/** Why publishing was refused, with the errors one by one. */
export const refusedTemplate = problem("Invalid", "This text cannot be published yet.", {
  errors: [{ field: "text", message: "Add how to opt out, for example: Reply STOP to opt out." }],
})

/** What the loser of a race reads. */
export const stale = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** What an action on the draft is decided on. */
export const seenDraft = { id: draftTemplate.hashedId, version: draftTemplate.streamVersion }

/** The draft as it is read after something was done to it. */
export const readAgain = { ...draftTemplate, streamVersion: draftTemplate.streamVersion + 1 }

/** Everything that can happen on the list of templates, and on the page of one. */
export const templatesWalk: ChartWalk = {
  machine: templatesMachine,
  input: { search: { id: draftTemplate.hashedId, search: "flu" } },
  events: [
    { type: "publish.pressed", template: draftTemplate },
    { type: "retire.pressed", template: sampleTemplate },
    { type: "retire.pressed", template: draftTemplate },
    { type: "delete.pressed", template: draftTemplate },
    { type: "delete.pressed", template: readAgain },
    { type: "url.changed", search: {} },
    { type: "url.changed", search: { id: draftTemplate.hashedId } },
    { type: "url.changed", search: { id: draftTemplate.hashedId, tab: "versions" } },
    { type: "feed.changed", thing: "template", id: "43" },
    { type: "feed.changed", thing: "campaign", id: "71" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    command: [
      ended({ verb: "publish", subject: draftTemplate, outcome: "done", seen: seenDraft }),
      ended({ verb: "publish", subject: draftTemplate, outcome: "refused", problem: refusedTemplate }),
      ended({ verb: "retire", subject: sampleTemplate, outcome: "refused", problem: stale }),
      ended({ verb: "delete", subject: draftTemplate, outcome: "done", seen: seenDraft }),
      ended({ verb: "delete", subject: draftTemplate, outcome: "cancelled" }),
    ],
  },
  // What is done to a template is done on its page.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) && (!("template" in event) || snapshot.matches({ place: "template" })),
  key: (snapshot) => {
    const { search, last } = snapshot.context
    return [search, last?.verb, last?.outcome, verbUnderWay(snapshot)]
  },
}
