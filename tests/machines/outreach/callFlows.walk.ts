import { callFlowsMachine } from "#machines/outreach/callFlows.machine.ts"
import { draftCallFlow, sampleCallFlow } from "#tests/support/callFlowSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { refusedTemplate, stale } from "./templates.walk.ts"

/** What an action on the draft is decided on. */
export const seenDraftFlow = { id: draftCallFlow.hashedId, version: draftCallFlow.streamVersion }

/** The draft as it is read after something was done to it. */
export const flowReadAgain = { ...draftCallFlow, streamVersion: draftCallFlow.streamVersion + 1 }

/** Everything that can happen on the list of call flows, and on the page of one. */
export const callFlowsWalk: ChartWalk = {
  machine: callFlowsMachine,
  input: { search: { id: draftCallFlow.hashedId, search: "flu" } },
  events: [
    { type: "publish.pressed", flow: draftCallFlow },
    { type: "retire.pressed", flow: sampleCallFlow },
    { type: "retire.pressed", flow: draftCallFlow },
    { type: "delete.pressed", flow: draftCallFlow },
    { type: "delete.pressed", flow: flowReadAgain },
    { type: "call.happened", event: { type: "PersonAnswered" } },
    { type: "call.restarted" },
    { type: "url.changed", search: {} },
    { type: "url.changed", search: { id: draftCallFlow.hashedId } },
    { type: "url.changed", search: { id: draftCallFlow.hashedId, tab: "versions" } },
    { type: "feed.changed", thing: "template", id: "52" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    command: [
      ended({ verb: "publish", subject: draftCallFlow, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "publish", subject: draftCallFlow, outcome: "refused", problem: refusedTemplate }),
      ended({ verb: "retire", subject: sampleCallFlow, outcome: "refused", problem: stale }),
      ended({ verb: "delete", subject: draftCallFlow, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "delete", subject: draftCallFlow, outcome: "cancelled" }),
    ],
  },
  // What is done to a call flow is done on its page.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) && (!("flow" in event) || snapshot.matches({ place: "flow" })),
  key: (snapshot) => {
    const { search, last, tried } = snapshot.context
    return [search, last?.verb, last?.outcome, tried.length > 0, verbUnderWay(snapshot)]
  },
}
