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
import {
  idIn,
  listParams,
  namesNothing,
  namesThing,
  withoutThing,
  type PageEvent,
  type PageInput,
  type Search,
} from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { campaignList, recipientShares, recipientStates, type Campaign } from "#schemas/outreach/campaign.ts"

/** What a person may do to a campaign, in the order of the buttons. */
export const campaignVerbs = ["launch", "pause", "resume", "cancel", "delete"] as const
export type CampaignVerb = (typeof campaignVerbs)[number]

export type CampaignsEvent = PageEvent | { readonly type: `${CampaignVerb}.pressed`; readonly campaign: Campaign }

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen campaign: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<CampaignVerb, Campaign> | null
}

const detailParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { campaignHashedId: id }
}
const stateOf = (text: string | undefined) => recipientStates.find((state) => state === text)
const recipientParams = (search: Search) => {
  const { tab, recipientState } = search
  const [id, state, share] = [idIn(search), stateOf(recipientState), recipientShares.find((one) => one === tab)]
  if (id === null) return null
  if (share !== undefined) return { campaignHashedId: id, share }
  if (tab !== "recipients") return null
  return state === undefined ? { campaignHashedId: id } : { campaignHashedId: id, state }
}
/** People the campaign has not reached yet: those a cancellation concerns. */
const waiting = ({ counts, total, launchedOn }: Campaign): number =>
  launchedOn === null ? total : (counts["queued"] ?? 0) + (counts["held"] ?? 0)
/** Pausing and resuming can be undone, so they are not asked about. */
const questionOf = (verb: CampaignVerb, campaign: Campaign): Question | undefined => {
  if (verb === "launch") {
    const isScheduled = campaign.state === "draft" && campaign.startAt !== null
    return {
      title: isScheduled ? "campaign.schedule.title" : "campaign.launch.title",
      text: [],
      confirm: isScheduled ? "campaign.schedule" : "campaign.launch",
      cancel: "part.cancel",
      counting: { meanwhile: "campaign.launch.checking", label: "campaign.launch.type" },
    }
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

/** `/campaign`: the campaigns with their live counts, or one of them alone, and what may be done to it. */
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
    namesThing,
    namesNothing,
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
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<CampaignVerb, Campaign>({ event }).subject.campaignHashedId === idIn(search)
        ? { search: withoutThing(search, "tab", "recipientState") }
        : {},
    ),
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
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the list, or the campaign that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks at the campaigns.",
          meta: { heading: "campaigns.title", actions: ["campaigns.new"] },
          always: { guard: "namesThing", target: "campaign" },
        },
        campaign: {
          description: "Looks at one campaign alone; the list is one step back.",
          meta: { actions: ["campaigns.title"] },
          always: { guard: "namesNothing", target: "list" },
        },
      },
    },
    deed: {
      description: "What is being done to a campaign.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
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
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              { guard: "isDeleted", target: "none", actions: ["goToList", "forgetDeleted", "refreshList"] },
              { target: "none", actions: ["setLast", "rereadChosen", "refreshRecipients", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type CampaignsSnapshot = SnapshotFrom<typeof campaignsMachine>
