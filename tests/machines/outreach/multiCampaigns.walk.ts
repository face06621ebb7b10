import { multiCampaignsMachine, type LadderVerb } from "#machines/outreach/multiCampaigns.machine.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import {
  draftLadderDetail,
  ladderReadAgain,
  pausedLadderDetail,
  runningLadderDetail,
  testingLadderDetail,
  unconfirmedLadderDetail,
} from "#tests/support/multiCampaignSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { changedMeanwhile } from "../scheduling/locations.walk.ts"

const id = runningLadderDetail.hashedId
const pressed = (verb: LadderVerb, multiCampaign = runningLadderDetail) => ({
  ...{ type: `${verb}.pressed`, multiCampaign },
})

/** What a command on the sample's multi-campaign ends with. */
export const ladderEnded = (verb: LadderVerb, outcome: "done" | "refused" | "cancelled") =>
  ended({
    ...{ verb, outcome, subject: verb === "choose" ? testingLadderDetail : runningLadderDetail },
    ...(outcome === "refused" ? { problem: changedMeanwhile } : {}),
    seen: { id, version: runningLadderDetail.version },
  })

/** Everything that can happen on the page of multi-campaigns. */
export const multiCampaignsWalk: ChartWalk = {
  machine: multiCampaignsMachine,
  input: { search: { id } },
  events: [
    pressed("launch", draftLadderDetail),
    pressed("return", unconfirmedLadderDetail),
    pressed("pause"),
    pressed("pause", ladderReadAgain),
    pressed("resume", pausedLadderDetail),
    pressed("cancel"),
    pressed("choose", testingLadderDetail),
    pressed("delete"),
    { type: "check.pressed", hashedId: id, version: draftLadderDetail.version },
    { type: "url.changed", search: {} },
    { type: "url.changed", search: { id } },
    { type: "feed.changed", thing: "multiCampaign", id },
    { type: "feed.changed", thing: "campaign", id: "41" },
    { type: "feed.changed", thing: "template", id: "43" },
    { type: "feed.changed", thing: "handset", id: "44" },
  ],
  outcomes: {
    command: [
      ladderEnded("pause", "done"),
      ladderEnded("pause", "refused"),
      ...(["launch", "return", "resume", "cancel", "choose", "delete"] as const).map((verb) =>
        ladderEnded(verb, "done"),
      ),
      ladderEnded("delete", "cancelled"),
    ],
  },
  // What is done to one is done on its page; a second check is another one of the first.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) &&
    (event.type !== "check.pressed" || snapshot.context.checks === 0) &&
    (!("multiCampaign" in event || event.type === "check.pressed") || "id" in snapshot.context.search),
  key: (snapshot) => {
    const { search, last, checks, isCheckOld } = snapshot.context
    return [
      "id" in search,
      checks > 0,
      isCheckOld && checks > 0,
      last?.outcome,
      last?.seen?.version,
      verbUnderWay(snapshot),
    ]
  },
}
