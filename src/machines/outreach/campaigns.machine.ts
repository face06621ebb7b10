import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { listParams, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { campaignList, recipientStates, type Campaign, type CampaignCheck } from "#schemas/outreach/campaign.ts"
import type { Problem } from "#schemas/problem.ts"

/** Above this many people launching asks for their number to be typed (docs/policy.md#confirmation). */
export const typedConfirmationAbove = 1_000

/** What a person may do to a campaign, in the order of the buttons. */
export const campaignVerbs = ["launch", "pause", "resume", "cancel", "delete"] as const
export type CampaignVerb = (typeof campaignVerbs)[number]

export type CampaignsEvent =
  | PageEvent
  | { readonly type: `${CampaignVerb}.pressed`; readonly campaign: Campaign }
  | { readonly type: "typed.changed"; readonly typed: string }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "dismiss.pressed" }

type Context = {
  readonly search: Search
  /** The campaign an action is about. */
  readonly subject: Campaign | null
  /** The dry run made for the launch that is being confirmed. */
  readonly check: CampaignCheck | null
  readonly typed: string
  /** Why the last action was refused; stays in the side panel after the toast has gone. */
  readonly refused: { readonly campaignHashedId: string; readonly verb: CampaignVerb; readonly problem: Problem } | null
}

const act = fromPromise<void, Campaign>(unprovided)
/** Actions only begin with a campaign at hand. */
const subjectOf = ({ subject }: Context): Campaign => subject as Campaign
const detailParams = ({ id }: Search) => (id === undefined || id === "" ? null : { campaignHashedId: id })
const stateOf = (text: string | undefined) => recipientStates.find((state) => state === text)
const recipientParams = ({ id, tab, recipientState }: Search) => {
  const state = stateOf(recipientState)
  if (tab !== "recipients" || id === undefined || id === "") return null
  return state === undefined ? { campaignHashedId: id } : { campaignHashedId: id, state }
}
const isConfirmed = ({ check, typed }: Context): boolean =>
  check !== null &&
  check.eligible > 0 &&
  (check.eligible <= typedConfirmationAbove || typed.replaceAll(/\D/g, "") === String(check.eligible))
const refusal = (verb: CampaignVerb, { subject }: Context, event: unknown) => ({
  refused: subject === null ? null : { campaignHashedId: subject.campaignHashedId, verb, problem: problemOf(event) },
})

/** `/campaign`: the campaigns with their live counts, the chosen one beside them, and what may be done to it. */
export const campaignsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CampaignsEvent, tags: {} as "busy" },
  actors: {
    campaigns: readingMachine,
    campaign: readingMachine,
    recipients: readingMachine,
    check: fromPromise<CampaignCheck, Campaign>(unprovided),
    launch: act,
    pause: act,
    resume: act,
    cancel: act,
    remove: act,
  },
  guards: {
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
    isConfirmed: ({ context }) => isConfirmed(context),
    isNotConfirmed: ({ context }) => !isConfirmed(context),
  },
  actions: {
    takeUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, refused: event.search["id"] === context.search["id"] ? context.refused : null }
        : {},
    ),
    tellList: sendTo("campaigns", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, campaignList),
    })),
    tellDetail: sendTo("campaign", ({ context }) => ({ type: "params.changed", params: detailParams(context.search) })),
    tellRecipients: sendTo("recipients", ({ context }) => ({
      type: "params.changed",
      params: recipientParams(context.search),
    })),
    refreshList: sendTo("campaigns", { type: "feed.changed" }),
    refreshDetail: sendTo("campaign", { type: "feed.changed" }),
    refreshRecipients: sendTo("recipients", { type: "feed.changed" }),
    takeSubject: assign(({ event }) =>
      "campaign" in event ? { subject: event.campaign, check: null, typed: "", refused: null } : {},
    ),
    takeCheck: assign(({ event }) => ({ check: (event as unknown as { readonly output: CampaignCheck }).output })),
    takeTyped: assign(({ event }) => (event.type === "typed.changed" ? { typed: event.typed } : {})),
    takeLaunchProblem: assign(({ context, event }) => refusal("launch", context, event)),
    takePauseProblem: assign(({ context, event }) => refusal("pause", context, event)),
    takeResumeProblem: assign(({ context, event }) => refusal("resume", context, event)),
    takeCancelProblem: assign(({ context, event }) => refusal("cancel", context, event)),
    takeDeleteProblem: assign(({ context, event }) => refusal("delete", context, event)),
    closePanel: () => undefined,
  },
}).createMachine({
  id: "campaigns",
  context: ({ input }) => ({ search: input.search, subject: null, check: null, typed: "", refused: null }),
  invoke: [
    {
      id: "campaigns",
      src: "campaigns",
      input: ({ context }) => ({ params: listParams(context.search, campaignList) }),
    },
    {
      id: "campaign",
      src: "campaign",
      input: ({ context }) => ({ params: detailParams(context.search), keeps: false }),
    },
    {
      id: "recipients",
      src: "recipients",
      input: ({ context }) => ({ params: recipientParams(context.search), keeps: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["takeUrl", "tellList", "tellDetail", "tellRecipients"] },
    "feed.changed": { guard: "isCampaign", actions: ["refreshList", "refreshDetail", "refreshRecipients"] },
  },
  initial: "viewing",
  states: {
    viewing: {
      description: "Looks at the campaigns; one may be open beside the list.",
      meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
      on: {
        "launch.pressed": { target: "checkingLaunch", actions: "takeSubject" },
        "pause.pressed": { target: "pausing", actions: "takeSubject" },
        "resume.pressed": { target: "resuming", actions: "takeSubject" },
        "cancel.pressed": { target: "confirmingCancel", actions: "takeSubject" },
        "delete.pressed": { target: "confirmingDelete", actions: "takeSubject" },
      },
    },
    checkingLaunch: {
      description: "Counts once more who would get the message now.",
      tags: "busy",
      meta: { heading: "campaign.launch.title", actions: ["part.cancel"] },
      invoke: {
        id: "check",
        src: "check",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "confirmingLaunch", actions: "takeCheck" },
        onError: { target: "viewing", actions: "takeLaunchProblem" },
      },
      on: { "dismiss.pressed": "viewing" },
    },
    confirmingLaunch: {
      description: "Asks to launch; above 1,000 people their number is typed.",
      meta: { heading: "campaign.launch.title", actions: ["part.cancel"] },
      on: { "typed.changed": { actions: "takeTyped" }, "dismiss.pressed": "viewing" },
      initial: "unready",
      states: {
        unready: {
          description: "Nobody would get it, or their number is not typed yet.",
          always: { guard: "isConfirmed", target: "ready" },
        },
        ready: {
          description: "Somebody gets it, and a large number was typed.",
          meta: { actions: ["campaign.launch"] },
          always: { guard: "isNotConfirmed", target: "unready" },
          on: { "confirm.pressed": "#campaigns.launching" },
        },
      },
    },
    launching: {
      description: "The launch is with the server.",
      tags: "busy",
      meta: { heading: "campaign.launch.title", actions: [] },
      invoke: {
        id: "launch",
        src: "launch",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "viewing", actions: ["refreshList", "refreshDetail", "refreshRecipients"] },
        onError: { target: "viewing", actions: ["takeLaunchProblem", "refreshList", "refreshDetail"] },
      },
    },
    pausing: {
      description: "The pause is with the server.",
      tags: "busy",
      meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
      invoke: {
        id: "pause",
        src: "pause",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "viewing", actions: ["refreshList", "refreshDetail"] },
        onError: { target: "viewing", actions: ["takePauseProblem", "refreshList", "refreshDetail"] },
      },
    },
    resuming: {
      description: "The resumption is with the server.",
      tags: "busy",
      meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
      invoke: {
        id: "resume",
        src: "resume",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "viewing", actions: ["refreshList", "refreshDetail"] },
        onError: { target: "viewing", actions: ["takeResumeProblem", "refreshList", "refreshDetail"] },
      },
    },
    confirmingCancel: {
      description: "Asks whether sending shall stop for good.",
      meta: { heading: "campaign.cancel.title", actions: ["campaign.cancel", "campaign.cancel.keep"] },
      on: { "confirm.pressed": "cancelling", "dismiss.pressed": "viewing" },
    },
    cancelling: {
      description: "The cancellation is with the server.",
      tags: "busy",
      meta: { heading: "campaign.cancel.title", actions: [] },
      invoke: {
        id: "cancel",
        src: "cancel",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "viewing", actions: ["refreshList", "refreshDetail", "refreshRecipients"] },
        onError: { target: "viewing", actions: ["takeCancelProblem", "refreshList", "refreshDetail"] },
      },
    },
    confirmingDelete: {
      description: "Asks whether the campaign shall leave the list.",
      meta: { heading: "campaign.delete.title", actions: ["campaign.delete", "part.cancel"] },
      on: { "confirm.pressed": "deleting", "dismiss.pressed": "viewing" },
    },
    deleting: {
      description: "The deletion is with the server.",
      tags: "busy",
      meta: { heading: "campaign.delete.title", actions: [] },
      invoke: {
        id: "remove",
        src: "remove",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "viewing", actions: ["closePanel", "refreshList"] },
        onError: { target: "viewing", actions: ["takeDeleteProblem", "refreshList", "refreshDetail"] },
      },
    },
  },
})

export type CampaignsSnapshot = SnapshotFrom<typeof campaignsMachine>

/** Whether the launch may be confirmed: somebody gets the message, and a large number was typed. */
export const isLaunchConfirmed = (snapshot: CampaignsSnapshot): boolean => isConfirmed(snapshot.context)
