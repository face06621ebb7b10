import type { AnyMachineSnapshot } from "xstate"
import { callFlowsMachine } from "#machines/outreach/callFlows.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { draftCallFlow, heardPrompt, keptOptOut, sampleCallFlow } from "#tests/support/callFlowSamples.ts"
import type { Happening } from "#schemas/outreach/callTest.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { refusedTemplate, stale } from "./templates.walk.ts"

/** What an action on the draft is decided on. */
export const seenDraftFlow = { id: draftCallFlow.hashedId, version: draftCallFlow.streamVersion }

/** The draft as it is read after something was done to it. */
export const flowReadAgain = { ...draftCallFlow, streamVersion: draftCallFlow.streamVersion + 1 }

const search = { id: draftCallFlow.hashedId, search: "flu" }
/** The trial of the same call flow. */
export const onTrial = { search: { ...search, tab: "try" } }

/** Whether it happens in the trial of a call. */
export const isOfTrial = ({ type }: { readonly type: string }): boolean => /^(call|test|keep|sound)\./.test(type)

/** Nothing else is under way. */
export const isQuiet = (snapshot: AnyMachineSnapshot): boolean =>
  snapshot.matches({ deed: "none", keeping: "none" }) && snapshot.context.last === null
const isOfSound = ({ type }: { readonly type: string }): boolean =>
  /^(call|player|sound|url)\.|^test\.run$|\.actor\.hear$/.test(type)

/** What is heard once a person answers: two steps, of which the first ends by itself. */
const said = [{ _tag: "Speech", text: "Hello." }, null, { _tag: "Speech", text: "Press 1." }]

/** A call in which no one answers, as it is kept. */
export const unanswered: ReadonlyArray<Happening> = ["NotAnswered"]
const tested = { hashedId: draftCallFlow.hashedId, templateId: draftCallFlow.templateId, streamVersion: 1 }
const testOf = { ...tested, testId: keptOptOut.testId, name: keptOptOut.name, happened: unanswered }

/** Everything that can happen on the list of call flows, and on the page of one. */
export const callFlowsWalk: ChartWalk = {
  machine: callFlowsMachine,
  input: { search },
  events: [
    { type: "publish.pressed", flow: draftCallFlow },
    { type: "retire.pressed", flow: sampleCallFlow },
    { type: "retire.pressed", flow: draftCallFlow },
    { type: "delete.pressed", flow: draftCallFlow },
    { type: "delete.pressed", flow: flowReadAgain },
    { type: "call.happened", event: { type: "NotAnswered" }, heard: [], voice: undefined },
    { type: "call.happened", event: { type: "PersonAnswered" }, heard: said, voice: undefined },
    { type: "sound.switched", heard: [], voice: undefined },
    { type: "sound.switched", heard: said, voice: undefined },
    { type: "player.ended" },
    { type: "player.failed" },
    { type: "call.restarted" },
    { type: "test.run", test: keptOptOut },
    { type: "keep.pressed", flow: draftCallFlow, name: "No one answered", happened: unanswered },
    { type: "test.replace.pressed", flow: draftCallFlow, test: keptOptOut, happened: unanswered },
    { type: "test.remove.pressed", flow: draftCallFlow, test: keptOptOut },
    { type: "url.changed", search: {} },
    { type: "url.changed", search: { id: draftCallFlow.hashedId } },
    { type: "url.changed", search: { id: draftCallFlow.hashedId, tab: "versions" } },
    { type: "url.changed", search: { id: draftCallFlow.hashedId, tab: "try" } },
    { type: "feed.changed", thing: "template", id: "52" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    hear: [{ output: heardPrompt }, { error: unreachable() }],
    form: [
      { output: { discarded: false, left: null, value: {} } },
      { output: { discarded: true, left: null, value: null } },
    ],
    command: [
      ended({ verb: "test.replace", subject: testOf, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "test.replace", subject: testOf, outcome: "refused", problem: stale }),
      ended({ verb: "test.remove", subject: testOf, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "test.remove", subject: testOf, outcome: "cancelled" }),
      ended({ verb: "publish", subject: draftCallFlow, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "publish", subject: draftCallFlow, outcome: "refused", problem: refusedTemplate }),
      ended({ verb: "retire", subject: sampleCallFlow, outcome: "refused", problem: stale }),
      ended({ verb: "delete", subject: draftCallFlow, outcome: "done", seen: seenDraftFlow }),
      ended({ verb: "delete", subject: draftCallFlow, outcome: "cancelled" }),
    ],
  },
  // What is done to a call flow is done on its page, and what is tried on a part of it.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) &&
    (!("flow" in event) || snapshot.matches({ place: "flow" })) &&
    (!isOfTrial(event) || snapshot.context.search["tab"] === "try") &&
    (event.type !== "call.happened" || (event["heard"] === said) === snapshot.matches({ sound: "on" })) &&
    // The player speaks as long as it has a sound; and the rest of the page is walked in silence.
    (!event.type.startsWith("player.") || snapshot.matches({ sound: { on: { speaking: "playing" } } })) &&
    (snapshot.matches({ sound: "off" }) ? event.type !== "sound.switched" || isQuiet(snapshot) : isOfSound(event)),
  key: (snapshot) => {
    const { search, last, tried, ran, kept, heard, sound } = snapshot.context
    const sounds = [heard.length, sound !== null]
    return [search, last?.verb, last?.outcome, tried.length > 0, ran, kept !== null, sounds, verbUnderWay(snapshot)]
  },
}
