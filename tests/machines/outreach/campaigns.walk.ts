import { campaignsMachine, campaignVerbs } from "#machines/outreach/campaigns.machine.ts"
import { problem } from "#schemas/problem.ts"
import { draftCampaign, sampleCampaign } from "#tests/support/outreachSamples.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { exportEnded } from "../session/export.walk.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"

/** Why an action was refused. */
export const refusedCampaign = problem("NotAllowedNow", "This campaign is running.")

/** Everything that can happen on the list of campaigns, and on the page of one. */
export const campaignsWalk: ChartWalk = {
  machine: campaignsMachine,
  input: { search: { id: draftCampaign.campaignHashedId } },
  events: [
    ...campaignVerbs.map((verb) => ({ type: `${verb}.pressed`, campaign: draftCampaign })),
    { type: "textAgain.pressed", campaign: draftCampaign, recipients: { people: 3, lasting: 1 } },
    { type: "reschedule.pressed", campaign: draftCampaign, zone: "America/New_York" },
    {
      type: "url.changed",
      search: { id: sampleCampaign.campaignHashedId, tab: "recipients", recipientState: "failed" },
    },
    { type: "url.changed", search: {} },
    { type: "search.changed", search: "Maria" },
    { type: "export.pressed", fileType: "csv" },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "clock", id: "x" },
  ],
  outcomes: {
    ...exportEnded,
    form: [
      { output: { discarded: false, left: null, value: undefined } },
      { output: { discarded: true, left: null, value: null } },
    ],
    command: [
      ...campaignVerbs.flatMap((verb) => [
        ended({ verb, subject: draftCampaign, outcome: "done" }),
        ended({ verb, subject: draftCampaign, outcome: "refused", problem: refusedCampaign }),
      ]),
      ended({ verb: "textAgain", subject: draftCampaign, outcome: "done", answer: { listId: 9, people: 3 } }),
      ended({ verb: "textAgain", subject: draftCampaign, outcome: "refused", problem: refusedCampaign }),
      ...(["launch", "cancel", "delete", "textAgain"] as const).map((verb) =>
        ended({ verb, subject: draftCampaign, outcome: "cancelled" }),
      ),
    ],
  },
  // What is done to a campaign, and to the people of its list, is done on its page.
  allows: (snapshot, event) =>
    isOfItsCommand(snapshot, event) &&
    (!("campaign" in event) || snapshot.matches({ place: "campaign" })) &&
    (event.type !== "search.changed" || snapshot.context.search["tab"] === "recipients"),
  key: (snapshot) => {
    const { search, searchText, last } = snapshot.context
    return [search, searchText, last?.verb, last?.outcome, verbUnderWay(snapshot)]
  },
}
