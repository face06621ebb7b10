import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
  type Question,
} from "#machines/session/command.machine.ts"
import { listParams, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { campaignList, recipientStates, type Campaign } from "#schemas/outreach/campaign.ts"

/** What a person may do to a campaign, in the order of the buttons. */
export const campaignVerbs = ["launch", "pause", "resume", "cancel", "delete"] as const
export type CampaignVerb = (typeof campaignVerbs)[number]

export type CampaignsEvent = PageEvent | { readonly type: `${CampaignVerb}.pressed`; readonly campaign: Campaign }

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen campaign: why it was refused stays in the side panel after the toast has gone. */
  readonly last: CommandOutput<CampaignVerb, Campaign> | null
}

const detailParams = ({ id }: Search) => (id === undefined || id === "" ? null : { campaignHashedId: id })
const stateOf = (text: string | undefined) => recipientStates.find((state) => state === text)
const recipientParams = ({ id, tab, recipientState }: Search) => {
  const state = stateOf(recipientState)
  if (tab !== "recipients" || id === undefined || id === "") return null
  return state === undefined ? { campaignHashedId: id } : { campaignHashedId: id, state }
}
/** People the campaign has not reached yet: those a cancellation concerns. */
const waiting = ({ counts, total, launchedOn }: Campaign): number =>
  launchedOn === null ? total : (counts["queued"] ?? 0) + (counts["held"] ?? 0)
/** Pausing and resuming can be undone, so they are not asked about. */
const questionOf = (verb: CampaignVerb, campaign: Campaign): Question | undefined => {
  if (verb === "launch")
    return {
      title: "campaign.launch.title",
      text: [],
      confirm: "campaign.launch",
      cancel: "part.cancel",
      counting: { meanwhile: "campaign.launch.checking", label: "campaign.launch.type" },
    }
  if (verb === "cancel")
    return {
      title: "campaign.cancel.title",
      text: [{ word: "campaign.cancel.text", values: { people: waiting(campaign) } }],
      confirm: "campaign.cancel",
      cancel: "campaign.cancel.keep",
      isDestructive: true,
    }
  if (verb === "delete")
    return {
      title: "campaign.delete.title",
      text: [{ word: "campaign.delete.text", values: { name: campaign.name } }],
      confirm: "campaign.delete",
      cancel: "part.cancel",
      isDestructive: true,
    }
  return undefined
}
type Pressed = Extract<CampaignsEvent, { readonly campaign: Campaign }>
const commandOf = (event: Pressed): CommandInput<CampaignVerb, Campaign> => {
  const [verb, subject] = [verbOf(event), event.campaign]
  const question = questionOf(verb, subject)
  return { verb, subject, ...(question === undefined ? {} : { question }) }
}

/** `/campaign`: the campaigns with their live counts, the chosen one next to them, and what may be done to it. */
export const campaignsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CampaignsEvent },
  actors: {
    campaigns: readingMachine,
    campaign: readingMachine,
    recipients: readingMachine,
    command: commandMachine,
  },
  guards: {
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
    isCancelled,
    isDeleted,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: event.search["id"] === context.search["id"] ? context.last : null }
        : {},
    ),
    sendList: sendTo("campaigns", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, campaignList),
    })),
    sendDetail: sendTo("campaign", ({ context }) => ({ type: "params.changed", params: detailParams(context.search) })),
    sendRecipients: sendTo("recipients", ({ context }) => ({
      type: "params.changed",
      params: recipientParams(context.search),
    })),
    refreshList: sendTo("campaigns", { type: "feed.changed" }),
    refreshDetail: sendTo("campaign", { type: "feed.changed" }),
    refreshRecipients: sendTo("recipients", { type: "feed.changed" }),
    rereadChosen: sendTo("campaign", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<CampaignVerb, Campaign>({ event }) })),
    closePanel: () => undefined,
  },
}).createMachine({
  id: "campaigns",
  context: ({ input }) => ({ search: input.search, last: null }),
  invoke: [
    {
      id: "campaigns",
      src: "campaigns",
      input: ({ context }) => ({ params: listParams(context.search, campaignList) }),
    },
    {
      id: "campaign",
      src: "campaign",
      input: ({ context }) => ({ params: detailParams(context.search), keepPreviousData: false }),
    },
    {
      id: "recipients",
      src: "recipients",
      input: ({ context }) => ({ params: recipientParams(context.search), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendDetail", "sendRecipients"] },
    "feed.changed": { guard: "isCampaign", actions: ["refreshList", "refreshDetail", "refreshRecipients"] },
  },
  initial: "viewing",
  states: {
    viewing: {
      description: "Looks at the campaigns; one may be open next to the list.",
      meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
      on: {
        "launch.pressed": { target: "acting", actions: "clearLast" },
        "pause.pressed": { target: "acting", actions: "clearLast" },
        "resume.pressed": { target: "acting", actions: "clearLast" },
        "cancel.pressed": { target: "acting", actions: "clearLast" },
        "delete.pressed": { target: "acting", actions: "clearLast" },
      },
    },
    acting: {
      description: "Launches, pauses, resumes, cancels or deletes the campaign.",
      meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => commandOf(event as Pressed),
        onDone: [
          { guard: "isCancelled", target: "viewing" },
          { guard: "isDeleted", target: "viewing", actions: ["closePanel", "refreshList"] },
          { target: "viewing", actions: ["setLast", "rereadChosen", "refreshRecipients", "refreshList"] },
        ],
      },
    },
  },
})

export type CampaignsSnapshot = SnapshotFrom<typeof campaignsMachine>
