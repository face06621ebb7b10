import { campaignVerbs } from "#machines/outreach/campaigns.machine.ts"
import { clockMoves } from "#machines/administration/demoClock.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import {
  draftCampaign,
  draftTemplate,
  goodPreview,
  sampleCampaign,
  sampleCheck,
  sampleChoices,
} from "./outreachSamples.ts"
import type { Walk } from "./paths/walk.ts"

/** Why publishing or deleting was refused, with the complaints one by one. */
export const refusedTemplate = problem("Invalid", "This text cannot be published yet.", {
  errors: [{ field: "text", message: "Add how to opt out, for example: Reply STOP to opt out." }],
})

/** Everything that can happen on the list of templates. */
export const templatesWalk: Walk = {
  input: { search: { search: "flu" } },
  events: [
    { type: "publish.pressed", template: draftTemplate },
    { type: "delete.pressed", template: draftTemplate },
    { type: "confirm.pressed" },
    { type: "cancel.pressed" },
    { type: "url.changed", search: { id: "43" } },
    { type: "feed.changed", thing: "template", id: "43" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: {
    publish: [{ output: undefined }, { error: refusedTemplate }],
    remove: [{ output: undefined }, { error: refusedTemplate }],
  },
  key: ({ context }) => [context.search, context.refused?.action],
}

/** The values of a new template's form. */
export const emptyTemplate = { templateId: 44, name: "", purpose: "Survey", text: "" }
const formShows = (values: object) => ({ type: "xstate.snapshot.form", snapshot: { context: { values } } })

/** Everything that can happen in the template editor. */
export const templateEditorWalk: Walk = {
  input: { search: { new: "" } },
  events: [
    formShows(emptyTemplate),
    formShows({ ...emptyTemplate, name: "Flu" }),
    formShows({ ...emptyTemplate, text: "Hello" }),
    formShows({ ...emptyTemplate, text: "Hello there" }),
    { type: "list.chosen", listId: 5 },
    { type: "preview.retried" },
    { type: "retry.pressed" },
    { type: "leave.asked", to: "/campaign" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    open: [{ output: emptyTemplate }, { error: unreachable() }],
    preview: [{ output: goodPreview }, { error: unreachable() }],
    form: [{ output: { discarded: false, value: {} } }, { output: { discarded: true, value: null } }],
  },
  key: ({ context }) => [context.values, context.preview !== null, context.previewProblem !== null],
}

const refusedCampaign = problem("NotAllowedNow", "This campaign is running.")
const outcomes = [{ output: undefined }, { error: refusedCampaign }]

/** Everything that can happen on the list of campaigns. */
export const campaignsWalk: Walk = {
  input: { search: {} },
  events: [
    ...campaignVerbs.map((verb) => ({ type: `${verb}.pressed`, campaign: draftCampaign })),
    { type: "typed.changed", text: "1,235" },
    { type: "typed.changed", text: "12" },
    { type: "confirm.pressed" },
    { type: "dismiss.pressed" },
    {
      type: "url.changed",
      search: { id: sampleCampaign.campaignHashedId, tab: "recipients", recipientState: "failed" },
    },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "clock", id: "x" },
  ],
  outcomes: {
    check: [
      { output: sampleCheck },
      { output: { ...sampleCheck, eligible: 10 } },
      { output: { ...sampleCheck, eligible: 0 } },
      { error: refusedCampaign },
    ],
    launch: outcomes,
    pause: outcomes,
    resume: outcomes,
    cancel: outcomes,
    remove: outcomes,
  },
  key: ({ context }) => [context.search, context.typed, context.check?.eligible, context.refused?.verb],
}

/** The values of a campaign that was given a name. */
export const namedCampaign = { ...emptyCampaignForm, campaignId: 73, name: "Recall" }

/** Everything that can happen while a campaign is put together. */
export const newCampaignWalk: Walk = {
  input: { search: { new: "", templateId: "42" } },
  events: [
    formShows(namedCampaign),
    { type: "retry.pressed" },
    { type: "change.pressed" },
    { type: "create.pressed" },
    { type: "leave.asked", to: "/sms" },
    { type: "leave.confirmed" },
    { type: "leave.cancelled" },
  ],
  outcomes: {
    prepare: [{ output: sampleChoices }, { error: unreachable() }],
    form: [
      { output: { discarded: false, value: sampleCheck } },
      { output: { discarded: false, value: { ...sampleCheck, eligible: 0 } } },
      { output: { discarded: true, value: null } },
    ],
    create: [
      { output: { campaignHashedId: "c".repeat(20) } },
      { error: problem("AlreadyExists", "A campaign with this name already exists.") },
    ],
  },
  key: ({ context }) => [context.values?.name, context.check?.eligible, context.problem?.problem],
}

/** A phone of the simulated carrier. */
export const samplePhone = {
  phone: "+14155550100",
  patient: "Maria Lopez",
  senders: ["+14155550199"],
  messages: [],
}
const handsetShows = (data: object | null) => ({ type: "xstate.snapshot.handset", snapshot: { context: { data } } })

/** Everything that can happen with the simulated phones. */
export const handsetsWalk: Walk = {
  events: [
    { type: "search.changed", search: "Lopez" },
    { type: "phone.chosen", phone: samplePhone.phone },
    { type: "phone.chosen", phone: "+14155550101" },
    { type: "phone.put.away" },
    handsetShows(null),
    handsetShows(samplePhone),
    { type: "feed.changed", thing: "handset", id: "1" },
    { type: "feed.changed", thing: "import", id: "1" },
  ],
  outcomes: { reply: [{ output: { discarded: false, value: {} } }] },
  key: ({ context }) => [context.search, context.phone, context.senders.length],
}

/** The demo clock as read. */
export const clockRead = {
  clock: { now: "2026-11-21T15:00:00Z", offsetMillis: 0, zone: "America/New_York" },
  millis: 1_795_273_200_000,
}

/** Everything that can happen to the demo clock. */
export const demoClockWalk: Walk = {
  events: [
    ...clockMoves.map((move) => ({ type: "move.pressed", move })),
    { type: "feed.changed", thing: "clock", id: "1" },
    { type: "feed.changed", thing: "campaign", id: "1" },
  ],
  outcomes: {
    ask: [{ output: clockRead }, { error: notFound() }, { error: unreachable() }],
    read: [{ output: clockRead }, { error: unreachable() }],
    move: [{ output: clockRead }, { error: unreachable() }],
  },
  key: ({ context }) => [context.ticks, context.clock !== null],
}
