import { MessageId } from "#schemas/people/conversation.ts"
import { Struct } from "effect"
import { CampaignId, CompanyId, ListId, PatientId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { Campaign, CampaignDetail } from "#schemas/outreach/campaign.ts"
import type { CampaignCheck, StoredCheck } from "#schemas/outreach/campaignCheck.ts"
import type { RecordingDetail } from "#schemas/outreach/callRecording.ts"
import type { Reason, Recipient } from "#schemas/outreach/recipient.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { CampaignChoices } from "#schemas/outreach/campaignForm.ts"
import type { MessagePreview, Segments, Template } from "#schemas/outreach/template.ts"
import type { LinkPreview, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import {
  fixedSources,
  type ResponseFileValues,
  type ResponseHeader,
  type ResponsePreview,
} from "#schemas/outreach/responseFile.ts"
import type { ValueCounts } from "#schemas/outreach/valueCounts.ts"
import type { TemplateUse, TemplateVersions } from "#schemas/outreach/templateVersions.ts"
import { sampleList } from "./peopleSamples.ts"

const hash = (letter: string): string => letter.repeat(20)

/** A published template of Northwind Clinics. */
export const sampleTemplate: Template = {
  templateId: TemplateId.make(41),
  hashedId: hash("t"),
  companyId: CompanyId.make(2),
  channel: "SMS",
  name: "Flu shot recall",
  purpose: "Survey",
  state: "published",
  version: 2,
  publishedVersion: 2,
  streamVersion: 4,
  text: "Hello {{ firstName }}, {{ companyName }} has flu shots for you. Reply STOP to opt out.",
  variables: ["firstName", "companyName"],
  locations: 0,
  linkParameters: 2,
  translations: [],
  updatedOn: "2026-11-18T15:00:00Z",
  publishedOn: "2026-11-18T15:05:00Z",
}

/** A template whose next draft waits next to the published version. */
export const revisedTemplate: Template = {
  ...sampleTemplate,
  templateId: TemplateId.make(42),
  hashedId: hash("u"),
  name: "Annual check-up",
  state: "revised",
  version: 3,
}

/** A template that was never published. */
export const draftTemplate: Template = {
  ...sampleTemplate,
  templateId: TemplateId.make(43),
  hashedId: hash("v"),
  name: "Satisfaction survey",
  purpose: "Notification",
  state: "draft",
  version: 1,
  publishedVersion: null,
  publishedOn: null,
  variables: [],
  text: "How was your visit? Reply 1 to 5.",
}

/** What happened to the template whose next draft waits. */
export const sampleVersions: TemplateVersions = {
  versions: [
    {
      version: 1,
      at: "2026-11-18T15:00:00Z",
      actor: "Ada Park",
      name: "Check-up",
      text: "Hello {{ firstName }}, it is time for a check-up. Reply STOP to opt out.",
      parameters: [],
      publishedOn: null,
    },
    {
      version: 2,
      at: "2026-11-19T15:00:00Z",
      actor: "Sam Reed",
      name: "Annual check-up",
      text: "Hello {{ firstName }}, it is time for your check-up. Reply STOP to opt out.",
      parameters: [],
      publishedOn: "2026-11-19T15:05:00Z",
    },
    {
      version: 3,
      at: "2026-11-20T15:00:00Z",
      actor: "Ada Park",
      name: "Yearly check-up",
      text: "Hello {{ firstName }}, it is time for your check-up. Reply STOP to opt out.",
      parameters: [{ key: "clinic", value: "{{ zip }}", in: "query" }],
      publishedOn: null,
    },
  ],
  history: [
    { type: "TemplateDrafted", at: "2026-11-18T15:00:00Z", actor: "Ada Park", version: 1 },
    { type: "TemplateRevised", at: "2026-11-19T15:00:00Z", actor: "Sam Reed", version: 2 },
    { type: "TemplatePublished", at: "2026-11-19T15:05:00Z", actor: "Sam Reed", version: 2 },
    { type: "TemplateRevised", at: "2026-11-20T15:00:00Z", actor: "Ada Park", version: 3 },
  ],
}

/** Campaigns of two versions that are not over. */
export const sampleUse: ReadonlyArray<TemplateUse> = [
  {
    version: 2,
    state: "running",
    campaigns: 3,
    newest: [
      { hashedId: hash("c"), name: "Flu shots November" },
      { hashedId: hash("d"), name: "Flu shots October" },
    ],
  },
  { version: 2, state: "draft", campaigns: 1, newest: [{ hashedId: hash("e"), name: "Flu shots December" }] },
]

/** Parameters of the sample template's link. */
export const sampleParameters: ReadonlyArray<SeenLinkParameter> = [
  {
    primaryId: 11,
    templateId: TemplateId.make(41),
    key: "patient",
    value: "{{ externalId }}",
    in: "query",
    order: 1,
    streamVersion: 4,
  },
  {
    primaryId: 12,
    templateId: TemplateId.make(41),
    key: "clinic",
    value: "north",
    in: "path",
    order: 2,
    streamVersion: 4,
  },
]

/** A link as patients get it, with one who lacks a value. */
export const sampleLink: LinkPreview = {
  link: "https://clinic.example/{clinic}",
  problems: ["{{ externalIdd }} is not a known variable. Did you mean {{ externalId }}?"],
  samples: [
    {
      patientId: PatientId.make(1),
      patient: "Maria Lopez",
      url: "https://clinic.example/north?patient=N-1",
      missing: [],
    },
    { patientId: PatientId.make(2), patient: "Sam Reed", url: null, missing: ["externalId"] },
  ],
}

/** What a new response file's form opens with. */
export const sampleLayout: ResponseFileValues = {
  temphashedId: sampleTemplate.hashedId,
  templateId: TemplateId.make(41),
  streamVersion: 3,
  ...firstLayout,
}

/** What its columns may hold. */
export const sampleHeaders: ReadonlyArray<ResponseHeader> = [
  ...fixedSources.map((source) => ({ source, name: null })),
  { source: "list:doctor", name: "doctor" },
]

/** The file on real rows. */
export const sampleResponse: ResponsePreview = {
  fileName: "Flu shots November 2026-11-21.csv",
  campaign: "Flu shots November",
  header: ["Patient id", "Phone", "State", "Reply"],
  rows: [
    ["N-1", "+14155550100", "Replied", "Yes please"],
    ["N-2", "+14155550101", "Delivered", ""],
  ],
}

/** A text in one plain segment. */
export const plainSegments: Segments = { encoding: "GSM-7", characters: 96, segments: 1, left: 64, nonGsm: [] }

/** A preview with everything that can be wrong. */
export const troubledPreview: MessagePreview = {
  ownValues: ["clinic"],
  variables: ["firstNmae"],
  problems: [
    "{{ firstNmae }} is not a known variable. Did you mean {{ firstName }}?",
    "Add how to opt out, for example: Reply STOP to opt out.",
  ],
  segments: { encoding: "UCS-2", characters: 88, segments: 2, left: 46, nonGsm: ["’", "…", "🙂", "Ő", "Ж"] },
  plain: { encoding: "UCS-2", characters: 89, segments: 2, left: 45, nonGsm: ["Ж"] },
  samples: [
    { patient: "Maria Lopez", text: "Hello Maria, it’s time…", segments: plainSegments, missing: [] },
    {
      patient: "Sam Reed",
      text: "Hello , it’s time…",
      segments: { encoding: "UCS-2", characters: 18, segments: 1, left: 52, nonGsm: ["’"] },
      missing: ["firstName", "zip"],
    },
  ],
}

/** A preview of a good text. */
export const goodPreview: MessagePreview = {
  ownValues: ["clinic"],
  variables: ["firstName"],
  problems: [],
  segments: plainSegments,
  plain: null,
  samples: [
    { patient: "Maria Lopez", text: "Hello Maria. Reply STOP to opt out.", segments: plainSegments, missing: [] },
  ],
}

/** How many people have which values: not all have a clinic. */
export const sampleValueCounts: ValueCounts = {
  people: 1230,
  isPartial: false,
  values: [
    { name: "firstName", people: 1204 },
    { name: "clinic", people: 410 },
  ],
}

/** A running campaign. */
export const sampleCampaign: Campaign = {
  campaignId: CampaignId.make(71),
  campaignHashedId: hash("c"),
  companyId: CompanyId.make(2),
  campaignType: "SMS",
  name: "Flu shots November",
  purpose: "Survey",
  templateId: TemplateId.make(41),
  templateName: "Flu shot recall",
  templateVersion: 2,
  listId: ListId.make(5),
  listName: "November recalls",
  senderId: SenderId.make(1),
  senderNumber: "+14155550100",
  state: "running",
  streamVersion: 2,
  startAt: null,
  createdOn: "2026-11-20T14:00:00Z",
  launchedOn: "2026-11-20T15:00:00Z",
  endedOn: null,
  total: 1200,
  counts: { delivered: 612, replied: 40, sent: 80, queued: 210, held: 150, failed: 31, optedOut: 12, excluded: 65 },
}

/** A campaign that was created and not launched. */
export const draftCampaign: Campaign = {
  ...sampleCampaign,
  campaignId: CampaignId.make(72),
  campaignHashedId: hash("d"),
  name: "Recall December",
  state: "draft",
  launchedOn: null,
  counts: {},
}

/** The running campaign with what its page shows. */
export const sampleDetail: CampaignDetail = {
  ...sampleCampaign,
  text: sampleTemplate.text,
  firstText: {
    patient: "Maria Lopez",
    text: "Hello Maria, Northwind Clinics has flu shots for you. Reply STOP to opt out.",
    segments: plainSegments,
  },
  sent: 905,
  booked: null,
  held: [
    { until: "2026-11-21T13:00:00Z", zone: "America/New_York", people: 90 },
    { until: "2026-11-21T16:00:00Z", zone: "America/Los_Angeles", people: 60 },
  ],
  excluded: [
    { reason: "optedOut", count: 40 },
    { reason: "landline", count: 25 },
  ],
  failures: [
    { code: "30003", count: 19 },
    { code: "99999", count: 12 },
  ],
  sending: {
    quarters: [
      { at: "2026-11-20T15:00:00.000Z", delivered: 300, underway: 0, failed: 20 },
      { at: "2026-11-20T15:15:00.000Z", delivered: 450, underway: 124, failed: 11 },
    ],
    pace: { perMinute: 30, mostPerMinute: 60, endsAt: "2026-11-21T16:01:00.000Z" },
  },
  trouble: null,
  stoodIn: [],
  stepOf: null,
  check: null,
  submitted: null,
  history: [
    { type: "CampaignCreated", at: "2026-11-20T14:00:00Z", actor: "Ada Park" },
    { type: "CampaignLaunched", at: "2026-11-20T15:00:00Z", actor: "Ada Park" },
    { type: "CampaignMoved", at: "2026-11-20T15:00:01Z", actor: "Admin View" },
  ],
}

/** Why a text waits for the morning. */
export const heldByHours: Reason = {
  code: null,
  words: "The company’s texting hours are from 8:00 AM to 6:00 PM on the person’s clock",
  advice: "A Super Admin can widen the company’s texting hours.",
}

/** People of the campaign, each in another state. */
export const sampleRecipients: ReadonlyArray<Recipient> = [
  {
    state: "replied" as const,
    reason: null,
    heldUntil: null,
    replies: [
      {
        ...{ messageId: MessageId.make(31), text: "YES, please", at: "2026-11-20T15:20:00Z" },
        answers: [
          {
            ...{ text: "Good, see you then.\nDana, Northwind Clinics", by: "Dana Whitfield" },
            ...({ at: "2026-11-20T15:31:00Z", state: "delivered" } as const),
          },
        ],
      },
    ],
  },
  { state: "failed" as const, reason: "30003", heldUntil: null },
  { state: "excluded" as const, reason: "landline", heldUntil: null },
  { state: "held" as const, reason: null, heldUntil: "2026-11-21T16:00:00Z", why: heldByHours },
].map((state, index) => ({
  recipientId: index + 1,
  patient: `Person ${index + 1}`,
  phone: `+1415555010${index}`,
  zone: "America/Los_Angeles",
  updatedOn: "2026-11-20T15:10:00Z",
  why: state.reason === null ? null : reasonIn(textFacts, state.reason),
  booked: null,
  replies: [],
  calls: [],
  ...state,
}))

/** A dry run with people left out and people held. */
export const sampleCheck: CampaignCheck = {
  total: 1300,
  eligible: 1235,
  excluded: sampleDetail.excluded,
  segments: [
    { segments: 1, people: 1200 },
    { segments: 2, people: 35 },
  ],
  languages: [
    { language: "en", spoken: "en", people: 1000, segments: 1000 },
    { language: "es", spoken: "es", people: 200, segments: 230 },
    { language: "en", spoken: "vi", people: 35, segments: 40 },
  ],
  held: sampleDetail.held,
  zones: [
    {
      zone: "America/New_York",
      people: 900,
      from: "2026-11-21T13:00:00Z",
      to: "2026-11-21T13:24:00Z",
      isLate: false,
    },
    {
      zone: "America/Los_Angeles",
      people: 335,
      from: "2026-11-21T16:00:00Z",
      to: "2026-11-21T16:04:00Z",
      isLate: false,
    },
  ],
  samples: [
    {
      patient: "Maria Lopez",
      place: "NY 10001",
      zone: "America/New_York",
      at: "2026-11-21T13:00:00Z",
      text: "Hello Maria. Reply STOP to opt out.",
      language: null,
      segments: plainSegments,
    },
    ...[
      ["Bo Lee", "CA 94110"],
      ["Cy Lee", ""],
      ["Di Lee", "CA 94111"],
    ].map(([patient = "", place = ""]) => ({
      patient,
      place,
      zone: "America/Los_Angeles",
      at: "2026-11-21T16:00:00Z",
      text: `Hello ${patient}. Reply STOP to opt out.`,
      language: null,
      segments: { ...plainSegments, segments: 2 },
    })),
  ],
  needsConfirmation: false,
  isPartial: false,
}

/** The same as it is kept with its campaign. */
export const storedCheck: StoredCheck = {
  ...Struct.omit(sampleCheck, ["samples", "isPartial"]),
  at: "2026-11-20T14:05:00Z",
  isOld: false,
}

/** What a new campaign is put together from. */
export const sampleChoices: CampaignChoices = {
  campaignId: CampaignId.make(73),
  templates: [sampleTemplate, revisedTemplate],
  lists: [
    { ...sampleList, listId: ListId.make(5), name: "November recalls", people: 1300 },
    { ...sampleList, listId: ListId.make(6), name: "New patients", people: 1, isBeingImported: true },
  ],
  senders: [
    { senderId: SenderId.make(1), channel: "SMS", e164: "+14155550100", label: "Front desk", segmentsPerSecond: 10 },
  ],
  notOffered: { SMS: { draft: 0, retired: 0, appointment: 0 }, IVR: { draft: 0, retired: 0, appointment: 0 } },
  zone: "America/New_York",
  purpose: "Survey",
}

/** What a person recorded in a call. */
export const sampleRecording: RecordingDetail = {
  recordingId: `RE${"a".repeat(32)}`,
  seconds: 7,
  patient: "Maria Lopez",
  phone: "+13105550144",
  campaign: { campaignHashedId: "c".repeat(22), name: "Flu shot calls" },
  calledOn: "2026-11-20T16:04:00Z",
  keptUntil: "2027-02-18T16:05:00Z",
  isRemoved: false,
}
