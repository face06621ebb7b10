import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import { bulkMachine } from "#machines/session/bulk.machine.ts"
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
import { exportMachine } from "#machines/session/export.machine.ts"
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
import { campaignList, type Campaign } from "#schemas/outreach/campaign.ts"
import { neverTexted, peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"
import { filterIn, noCampaign, recipientList, recipientSort } from "#schemas/outreach/recipientFilter.ts"
import { purposes } from "#schemas/outreach/template.ts"
import type { ExportRequest, FileType } from "#schemas/reporting/report.ts"
import { launchQuestion } from "./launchQuestion.ts"
import { wallTimeOf, type StartValues } from "#schemas/outreach/campaignForm.ts"
import { formMachine } from "#machines/session/form.machine.ts"

/** What a person may do to a campaign, in the order of the buttons. */
export const campaignVerbs = ["launch", "return", "pause", "resume", "cancel", "delete"] as const
export type CampaignVerb = (typeof campaignVerbs)[number]
/** What is sent for a campaign: with its verbs, the list of those who are texted again. */
export type CampaignCommand = CampaignVerb | "textAgain" | "textNotBooked"

export type CampaignsEvent =
  | PageEvent
  | { readonly type: "search.changed"; readonly search: string }
  | { readonly type: "export.pressed"; readonly fileType: FileType }
  | { readonly type: `${CampaignVerb}.pressed`; readonly campaign: Campaign }
  /** Of those whose text failed, `people` is how many another text may reach, `lasting` how many no text reaches. */
  | {
      readonly type: "textAgain.pressed"
      readonly campaign: Campaign
      readonly recipients: { readonly people: number; readonly lasting: number } | "notBooked"
    }
  /** `zone` is the one in which the start is first offered, by IANA name. */
  | { readonly type: "reschedule.pressed"; readonly campaign: Campaign; readonly zone: string }

type Context = {
  readonly search: Search
  /** Who is looked for among the people of a campaign; names and numbers stand in no address (docs/architecture.md#personal-data). */
  readonly searchText: string
  /** The action that ended last on the chosen campaign: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<CampaignCommand, Campaign> | null
}

/** Which campaigns the address asks for; a purpose that is none asks for all. */
const campaignsParams = (search: Search) => {
  const purpose = purposes.find((one) => one === search["purpose"])
  return { ...listParams(search, campaignList), ...(purpose === undefined ? {} : { purpose }) }
}
const detailParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { campaignHashedId: id }
}
/** Who is shown of a campaign's people: by the address, and by what is looked for. */
export const recipientParams = ({ search, searchText }: Pick<Context, "search" | "searchText">) => {
  const [id, filter, text] = [idIn(search), filterIn(search), searchText.trim()]
  if (id === null || filter === undefined) return null
  return { campaignHashedId: id, ...filter, ...(text === "" ? {} : { search: text }) }
}
/** Who is listed, in the order that the address names; a file has them as their list has. */
const listedParams = (context: Pick<Context, "search" | "searchText">) => {
  const people = recipientParams(context)
  return people && { ...people, ...listParams({ sort: context.search[recipientSort] ?? "" }, recipientList) }
}
const exportRequest = (context: Context, fileType: FileType): ExportRequest => {
  // Without people on the page nothing is exported, so there are parameters.
  const { campaignHashedId, ...people } = recipientParams(context) as NonNullable<ReturnType<typeof recipientParams>>
  return { fileType, campaignHashedId, people }
}
/** What is looked for among one campaign's people, in one part of its page, says nothing about another's. */
const isElsewhere = (before: Search, after: Search): boolean =>
  before["id"] !== after["id"] || before["tab"] !== after["tab"]
/** What a cancellation does: who is never reached out to, and which texts or calls nothing can stop any more. */
const cancellationOf = (campaign: Campaign): Question["text"] => {
  if (campaign.launchedOn === null) return [{ word: `campaign.cancel.scheduled.${campaign.campaignType}` }]
  const texts = peopleIn(campaign.counts, sharesOfPeople.underway)
  return [
    { word: `campaign.cancel.text.${campaign.campaignType}`, values: { people: neverTexted(campaign) } },
    ...(texts === 0 ? [] : [{ word: `campaign.cancel.carrier.${campaign.campaignType}`, values: { texts } } as const]),
    { word: "campaign.cancel.final" },
  ]
}
/** A return, a pause and a resumption can be undone, so they are not asked about. */
const questionOf = (verb: CampaignVerb, campaign: Campaign): Question | undefined => {
  if (verb === "launch") return launchQuestion(campaign.state !== "scheduled" && campaign.startAt !== null)
  if (verb === "cancel")
    return {
      title: "campaign.cancel.title",
      text: cancellationOf(campaign),
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
type TextAgain = Extract<CampaignsEvent, { readonly type: "textAgain.pressed" }>
const againQuestion = ({ campaign: { campaignType }, recipients }: TextAgain): Question => ({
  ...(recipients === "notBooked"
    ? { title: "campaign.textNotBooked.title", text: [{ word: "campaign.textNotBooked.text" }] }
    : {
        title: `campaign.textAgain.title.${campaignType}`,
        text: [
          { word: "campaign.textAgain.text", values: { people: recipients.people } },
          ...(recipients.lasting === 0
            ? []
            : [
                {
                  word: `campaign.textAgain.lasting.${campaignType}`,
                  values: { people: recipients.lasting },
                } as const,
              ]),
        ],
      }),
  confirm: "campaign.textAgain.confirm",
  cancel: "part.cancel",
})
type Pressed = Extract<CampaignsEvent, { readonly type: `${CampaignVerb}.pressed` }> | TextAgain
const commandOf = (event: Pressed): CommandInput<CampaignCommand, Campaign> => {
  if (event.type === "textAgain.pressed") {
    const verb = event.recipients === "notBooked" ? "textNotBooked" : "textAgain"
    return { verb, subject: event.campaign, question: againQuestion(event) }
  }
  const [verb, subject] = [verbOf(event), event.campaign]
  const question = questionOf(verb, subject)
  return { verb, subject, ...(question === undefined ? {} : { question }) }
}

type ExportPressed = Extract<CampaignsEvent, { readonly type: "export.pressed" }>
type Rescheduled = Extract<CampaignsEvent, { readonly type: "reschedule.pressed" }>
const startOf = ({ campaign, zone }: Rescheduled): StartValues => ({
  campaignHashedId: campaign.campaignHashedId,
  streamVersion: campaign.streamVersion,
  startOn: wallTimeOf(campaign.startAt ?? "", zone),
  zone,
})

/** `/campaign`: the campaigns with their live counts, or one of them alone, and what may be done to it. */
export const campaignsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CampaignsEvent },
  actors: {
    campaigns: readingMachine,
    campaign: readingMachine,
    recipients: readingMachine,
    bulk: bulkMachine,
    command: commandMachine,
    export: exportMachine,
    form: formMachine,
  },
  guards: {
    showsPeople: ({ context }) => recipientParams(context) !== null,
    isSaved: ({ event }) =>
      !(event as unknown as { readonly output: { readonly discarded: boolean } }).output.discarded,
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
    isListed: ({ event }) => {
      const { verb, outcome } = outputOf<CampaignCommand, Campaign>({ event })
      return (verb === "textAgain" || verb === "textNotBooked") && outcome === "done"
    },
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? {
            search: event.search,
            searchText: isElsewhere(context.search, event.search) ? "" : context.searchText,
            last: event.search["id"] === context.search["id"] ? context.last : null,
          }
        : {},
    ),
    setSearch: assign(({ event }) => (event.type === "search.changed" ? { searchText: event.search } : {})),
    sendList: sendTo("campaigns", ({ context }) => ({
      type: "params.changed",
      params: campaignsParams(context.search),
    })),
    sendBulk: sendTo("bulk", ({ context }) => ({
      type: "params.changed",
      params: campaignsParams(context.search),
    })),
    sendDetail: sendTo("campaign", ({ context }) => ({ type: "params.changed", params: detailParams(context.search) })),
    sendRecipients: sendTo("recipients", ({ context }) => ({
      type: "params.changed",
      params: listedParams(context),
    })),
    refreshList: sendTo("campaigns", { type: "feed.changed" }),
    refreshDetail: sendTo("campaign", { type: "feed.changed" }),
    refreshRecipients: sendTo("recipients", { type: "feed.changed" }),
    rereadChosen: sendTo("campaign", { type: "refresh.pressed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<CampaignCommand, Campaign>({ event }) })),
    goToList: () => undefined,
    goToNew: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<CampaignCommand, Campaign>({ event }).subject.campaignHashedId === idIn(search)
        ? { search: withoutThing(search, ...Object.keys(noCampaign)) }
        : {},
    ),
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: "campaigns",
  context: ({ input }) => ({ search: input.search, searchText: "", last: null }),
  invoke: [
    {
      id: "campaigns",
      src: "campaigns",
      input: ({ context }) => ({ params: campaignsParams(context.search) }),
    },
    { id: "bulk", src: "bulk", input: ({ context }) => ({ params: campaignsParams(context.search) }) },
    {
      id: "campaign",
      src: "campaign",
      input: ({ context }) => ({ params: detailParams(context.search), keepPreviousData: false }),
    },
    {
      id: "recipients",
      src: "recipients",
      input: ({ context }) => ({ params: listedParams(context), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendBulk", "sendDetail", "sendRecipients"] },
    "feed.changed": { guard: "isCampaign", actions: ["refreshList", "refreshDetail", "refreshRecipients"] },
  },
  type: "parallel",
  states: {
    place: {
      description: "The list, or the campaign that the address names.",
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
    looking: {
      description: "The search among the people of a campaign.",
      initial: "listing",
      on: { "search.changed": { target: ".typing", actions: "setSearch" } },
      states: {
        listing: { description: "The list shows the people who were looked for." },
        typing: {
          description: "Waits for a pause in typing before it looks.",
          after: { typingPause: { target: "listing", actions: "sendRecipients" } },
        },
      },
    },
    file: {
      description: "The file of the people who are shown.",
      initial: "none",
      states: {
        none: {
          description: "No file is asked for.",
          on: { "export.pressed": { guard: "showsPeople", target: "exporting" } },
        },
        exporting: {
          description: "The file is made and saved, or waits its turn; the page stays usable.",
          invoke: {
            id: "export",
            src: "export",
            input: ({ context, event }) => ({
              request: exportRequest(context, (event as ExportPressed).fileType),
            }),
            onDone: "none",
          },
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
            "return.pressed": { target: "acting", actions: "clearLast" },
            "pause.pressed": { target: "acting", actions: "clearLast" },
            "resume.pressed": { target: "acting", actions: "clearLast" },
            "cancel.pressed": { target: "acting", actions: "clearLast" },
            "delete.pressed": { target: "acting", actions: "clearLast" },
            "textAgain.pressed": { target: "acting", actions: "clearLast" },
            "reschedule.pressed": { target: "rescheduling", actions: "clearLast" },
          },
        },
        rescheduling: {
          description: "Asks for another start of a scheduled campaign.",
          invoke: {
            id: "form",
            src: "form",
            input: ({ event }) => ({ values: startOf(event as Rescheduled) }),
            onDone: [
              { guard: "isSaved", target: "none", actions: ["rereadChosen", "refreshList"] },
              { target: "none" },
            ],
          },
        },
        acting: {
          description: "Changes the campaign, or makes a list of those it did not reach.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              { guard: "isDeleted", target: "none", actions: ["goToList", "forgetDeleted", "refreshList"] },
              { guard: "isListed", target: "none", actions: "goToNew" },
              { target: "none", actions: ["setLast", "rereadChosen", "refreshRecipients", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type CampaignsSnapshot = SnapshotFrom<typeof campaignsMachine>
