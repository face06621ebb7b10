import { ListId, PatientId, SenderId, TemplateId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import {
  MultiCampaignId,
  type Journey,
  type LadderSimulation,
  type MultiCampaign,
  type MultiCampaignDetail,
  type MultiCampaignFacts,
  type StepTemplate,
} from "#schemas/outreach/multiCampaign.ts"
import type { LadderCheck } from "#schemas/outreach/ladderCheck.ts"
import type { Reason } from "#schemas/outreach/recipient.ts"
import type { Choice } from "#schemas/outreach/variants.ts"
import { ladderValues, type LadderParts, type OpenedLadder } from "#schemas/outreach/multiCampaignForm.ts"
import { heldByHours } from "./outreachSamples.ts"
import { sampleList } from "./peopleSamples.ts"

const step = (stepId: number, more: Partial<LadderStep> = {}): LadderStep => ({
  ...{ stepId, channel: "SMS", templateId: TemplateId.make(41), senderId: SenderId.make(1) },
  ...{ start: "afterPrevious", waitMinutes: 0, onlyIf: "always", retries: 1, retryMinutes: 30 },
  ...more,
})

/** A text at once, a call two days later to who has not booked, a text three days after it to who answered no call. */
export const sampleSteps: ReadonlyArray<LadderStep> = [
  step(1),
  step(2, {
    ...{ channel: "IVR", templateId: TemplateId.make(42), senderId: SenderId.make(2) },
    ...{ waitMinutes: 2_880, onlyIf: "notBooked", retries: 0 },
  }),
  step(3, { waitMinutes: 4_320, onlyIf: "noAnswer" }),
]

/** The draft of the sample. */
export const sampleLadder: MultiCampaignFacts = {
  ...{ name: "Flu shots, winter round", purpose: "Appointment", listId: ListId.make(5), startAt: null },
  ...{ steps: sampleSteps, stops: ["replied", "booked"], mostTouches: 4, closeAfterMinutes: 2_880 },
}

const hashedId = "m".repeat(22)

/** What became of the first two steps of the running one. */
const sent: Readonly<Record<number, Readonly<Record<string, number>>>> = {
  1: { delivered: 70, replied: 10, failed: 10 },
  2: { queued: 20 },
}

const countsOf = (more: Partial<MultiCampaign["counts"]> = {}): MultiCampaign["counts"] => ({
  ...{ people: 0, at: [], ended: [] },
  steps: sampleSteps.map(({ stepId, channel }) => ({
    ...{ stepId, channel, templateName: channel === "SMS" ? "Flu shot invitation" : "Flu shot reminder call" },
    ...{ templateVersion: null, senderNumber: channel === "SMS" ? "+14155550100" : "+14155550101" },
    ...{ tries: channel === "SMS" ? 1 : 2, campaignHashedId: null, counts: {}, test: null, trouble: null },
  })),
  ...more,
})

/** A multi-campaign that is a draft. */
export const draftLadder: MultiCampaign = {
  ...{ multiCampaignId: MultiCampaignId.make(9), hashedId, state: "draft", version: 2 },
  ...{ updatedOn: "2026-11-20T14:00:00Z", launchedOn: null, endedOn: null, listName: "November recalls" },
  draft: sampleLadder,
  counts: countsOf(),
}

/** The same while it runs: 100 people, of whom 40 have ended. */
export const runningLadder: MultiCampaign = {
  ...draftLadder,
  ...{ state: "running", version: 4, launchedOn: "2026-11-20T15:00:00Z" },
  counts: {
    people: 100,
    at: [
      { stepId: 0, people: 10 },
      { stepId: 1, people: 30 },
      { stepId: 2, people: 20 },
    ],
    ended: [
      { as: "booked", people: 32 },
      { as: "optedOut", people: 8 },
    ],
    steps: countsOf().steps.map((one) => ({
      ...one,
      ...{ templateVersion: 3, campaignHashedId: `${one.stepId}`.repeat(22) },
      counts: sent[one.stepId] ?? {},
    })),
  },
}

const outOfReach: Reason = {
  ...{ code: "30003", words: "The phone was switched off or out of reach", advice: "Call the patient." },
}
const landline: Reason = { code: null, words: "The number is a landline", advice: "Ask for a mobile number." }

const history = [{ type: "MultiCampaignCreated", at: "2026-11-20T13:00:00Z", actor: "Nora Admin" }]

const alone = { needsConfirmation: false, submitted: null, reasons: [] }
export const draftLadderDetail: MultiCampaignDetail = {
  ...draftLadder,
  ...alone,
  counts: { ...draftLadder.counts, ways: [] },
  history,
}
/** The draft after its person wanted to launch it, as someone else sees it. */
export const unconfirmedLadderDetail: MultiCampaignDetail = {
  ...{
    ...draftLadderDetail,
    state: "unconfirmed",
    needsConfirmation: true,
    submitted: { people: 2_400, mayConfirm: true },
  },
  history: [...history, { type: "MultiCampaignSubmitted", at: "2026-11-20T14:00:00Z", actor: "Nora Admin" }],
}
export const runningLadderDetail: MultiCampaignDetail = {
  ...runningLadder,
  ...alone,
  reasons: [
    { stepId: 1, ...outOfReach, people: 5 },
    { stepId: 1, ...landline, people: 2 },
  ],
  counts: {
    ...runningLadder.counts,
    ways: [
      { stepId: 1, as: "booked", steps: [1], people: 25 },
      { stepId: 1, as: "optedOut", steps: [1], people: 8 },
      { stepId: 2, as: "booked", steps: [1, 2], people: 6 },
      { stepId: 2, as: "booked", steps: [], people: 1 },
    ],
  },
  history: [...history, { type: "MultiCampaignLaunched", at: "2026-11-20T15:00:00Z", actor: "Nora Admin" }],
}
export const pausedLadderDetail: MultiCampaignDetail = { ...runningLadderDetail, state: "paused" }
/** The running one as it is read after it was paused. */
export const ladderReadAgain: MultiCampaignDetail = { ...runningLadderDetail, version: 6 }

/** The running one with a test of its first step's texts: 100 people each, of whom more replied to the second. */
export const testingLadderDetail: MultiCampaignDetail & { readonly choice: Choice } = {
  ...runningLadderDetail,
  choice: { stepId: 1, variant: 1 },
  draft: {
    ...sampleLadder,
    steps: sampleSteps.map((one) =>
      one.stepId === 1
        ? {
            ...one,
            test: {
              ...{ templateIds: [TemplateId.make(43)], minimumPeople: 100, judgeBy: "replied", afterHours: 24 },
            } satisfies LadderStep["test"],
          }
        : one,
    ),
  },
  counts: {
    ...runningLadderDetail.counts,
    steps: runningLadderDetail.counts.steps.map((one) =>
      one.stepId === 1
        ? {
            ...one,
            test: {
              texts: [
                {
                  ...{ variant: 0, people: 100, reached: 96, measured: 12 },
                  ...{ templateName: "Flu shot invitation", campaignHashedId: "1".repeat(22) },
                },
                {
                  ...{ variant: 1, people: 100, reached: 97, measured: 31 },
                  ...{ templateName: "Short note", campaignHashedId: "4".repeat(22) },
                },
              ],
              ...{ waiting: 30, judgedFrom: "2026-11-21T15:00:00Z", answer: null },
            },
          }
        : one,
    ),
  },
}

const template = (templateId: number, more: Partial<StepTemplate> = {}): StepTemplate => ({
  ...{ templateId: TemplateId.make(templateId), hashedId: `${templateId}`.repeat(11), channel: "SMS" },
  ...{
    name: "Flu shot invitation",
    purpose: "Appointment",
    version: 3,
    languages: ["es", "vi"],
    tries: 1,
    triesMinutes: 0,
  },
  ...{ optsOut: true, books: true, sets: [] },
  ...more,
})

/** What can be chosen for a ladder. */
export const sampleParts: LadderParts = {
  notOffered: { SMS: { draft: 2, retired: 1, appointment: 0 }, IVR: { draft: 0, retired: 0, appointment: 0 } },
  templates: [
    template(41),
    template(42, { channel: "IVR", name: "Flu shot reminder call", tries: 2, triesMinutes: 60 }),
    template(43, { name: "Short note", optsOut: false }),
  ],
  senders: [
    { senderId: SenderId.make(1), channel: "SMS", e164: "+14155550100", label: "Front desk", segmentsPerSecond: 10 },
    { senderId: SenderId.make(2), channel: "IVR", e164: "+14155550101", label: "Calls", segmentsPerSecond: 1 },
  ],
  lists: [{ ...sampleList, listId: ListId.make(5), name: "November recalls", people: 100 }],
}

/** The draft as its editor opens it, and the running one. */
export const openedLadder: OpenedLadder = {
  parts: sampleParts,
  values: ladderValues(draftLadder, "America/New_York"),
}
export const openedRunning: OpenedLadder = {
  parts: sampleParts,
  values: ladderValues(runningLadder, "America/New_York"),
}

/** People of the running one: one waits for the call, one has booked. */
export const sampleJourneys: ReadonlyArray<Journey> = [
  {
    ...{
      patientId: PatientId.make(11),
      patient: "Maria Lopez",
      phone: "+13105550144",
    },
    ...{ reason: "waitsForStep", endedAs: null, endedOn: null, zone: "America/Los_Angeles" },
    next: { stepId: 2, at: "2026-11-22T17:00:00Z" },
    skipped: [],
    touches: [
      {
        ...{ stepId: 1, variant: 0, state: "delivered", reason: null, at: "2026-11-20T17:00:00Z", heldUntil: null },
        ...{ attempts: 1, openedOn: "2026-11-20T17:20:00Z" },
      },
    ],
  },
  {
    ...{ patientId: PatientId.make(12), patient: "Stanley Moss", phone: "+12125550145" },
    ...{ reason: "ended", endedAs: "booked", endedOn: "2026-11-20T18:00:00Z", zone: "America/New_York", next: null },
    skipped: [{ stepId: 3, onlyIf: "notBooked" }],
    touches: [
      {
        ...{ stepId: 1, variant: 0, state: "failed", reason: outOfReach, at: "2026-11-20T15:00:00Z", heldUntil: null },
        ...{ attempts: 1, openedOn: null },
      },
      {
        ...{ stepId: 2, variant: 0, state: "held", reason: heldByHours, at: "2026-11-20T16:00:00Z" },
        ...{ heldUntil: "2026-11-21T14:00:00Z", attempts: 2, openedOn: null },
      },
    ],
  },
]

/** The check of the draft: of 100 people some have landlines, and some speak Spanish. */
export const sampleLadderCheck: LadderCheck = {
  checkedAt: "2026-11-20T19:55:00Z",
  ...{ people: 100, reached: 98, needsConfirmation: false },
  texts: [1, 2, 3].map((stepId) => ({
    ...{ stepId, variant: 0, isPublished: true, eligible: stepId === 2 ? 98 : 90 },
    leftOut: [
      ...(stepId === 2 ? [] : [{ ...landline, people: 8 }]),
      { code: null, words: "No valid phone number", advice: "Add one.", people: 2 },
    ],
    segments: stepId === 2 ? 0 : 96,
    languages: [
      { language: "en", spoken: "en", people: 70, segments: 76 },
      { language: "es", spoken: "es", people: 15, segments: 15 },
      { language: "en", spoken: "vi", people: 5, segments: 5 },
    ],
    withoutOptOut: [],
  })),
  troubles: [
    {
      ...{ stepId: 2, number: "+14155550101", words: "The carrier could not be reached" },
      ...{ since: "2026-11-20T15:42:00Z", standIn: null },
    },
  ],
  most: { texts: 180, segments: 192, calls: 98 },
  expected: {
    ...{ texts: 140, segments: 150, calls: 60, simulated: 100 },
    ...{ isAssumed: true, lastAt: "2026-11-25T17:00:00Z" },
  },
}

/** What a sample of ten went through. */
export const sampleSimulation: LadderSimulation = {
  ...{ people: 100, isAssumed: true },
  ends: [
    { as: "booked", people: 6 },
    { as: "noAnswer", people: 4 },
  ],
  ...{ texts: 14, segments: 16, calls: 9, lastAt: "2026-11-25T17:00:00Z", tests: [] },
  sample: [
    {
      ...{ patient: "Maria Lopez", zone: "America/Los_Angeles", endedAs: "booked", touches: 1 },
      happened: [
        { at: "2026-11-20T17:00:00Z", stepId: 1, what: "reached", reason: null },
        { at: "2026-11-20T19:00:00Z", stepId: null, what: "booked", reason: null },
        { at: "2026-11-20T19:00:00Z", stepId: null, what: "ended", reason: null },
      ],
    },
    {
      ...{ patient: "Stanley Moss", zone: "America/New_York", endedAs: "noAnswer", touches: 2 },
      happened: [
        { at: "2026-11-20T17:00:00Z", stepId: 1, what: "leftOut", reason: landline },
        { at: "2026-11-22T17:00:00Z", stepId: 2, what: "notReached", reason: null },
        { at: "2026-11-25T17:00:00Z", stepId: null, what: "ended", reason: null },
      ],
    },
  ],
}
