import { SenderId, TemplateId } from "#schemas/ids.ts"
import type { QuickChoices, QuickPerson, QuickPreview, QuickSent } from "#schemas/outreach/quickSend.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { heldByHours } from "./outreachSamples.ts"

const text = "Northwind Clinics: Maria, your results are here. Call us at (415) 555-0100. Reply STOP to opt out."

/** Two texts and two numbers to choose from. */
export const sampleQuickChoices: QuickChoices = {
  templates: [
    { templateId: TemplateId.make(5), name: "Results are here" },
    { templateId: TemplateId.make(6), name: "Please call us" },
  ],
  senders: [
    { senderId: SenderId.make(8), channel: "SMS", e164: "+14155550100", label: "Front desk", segmentsPerSecond: 3 },
    { senderId: SenderId.make(9), channel: "SMS", e164: "+14155550101", label: "Recalls", segmentsPerSecond: 3 },
  ],
  callNumbers: 1,
  notOffered: { draft: 2, retired: 1, appointment: 0 },
}

/** A person who gets the text now. */
export const sampleQuickPerson: QuickPerson = {
  hashedId: "MariaLopezPatient00000",
  name: "Maria Lopez",
  heldUntil: null,
  hold: null,
  zone: "America/Los_Angeles",
  why: null,
  missing: [],
  reads: { text, segments: segmentsOf(text), language: null },
  earlier: [],
}

export const sampleQuickPreview: QuickPreview = {
  ...{ version: 2, isPaused: false, trouble: null },
  people: [sampleQuickPerson],
}

const { reads: _, earlier: __, ...outcome } = sampleQuickPerson

export const sampleQuickSent: QuickSent = {
  campaignHashedId: "QuickCampaign000000000",
  isPaused: false,
  people: [outcome],
}

/** Three people: one gets it now, one in the morning and in Spanish, one opted out. */
export const sampleHandful: ReadonlyArray<QuickPerson> = [
  sampleQuickPerson,
  {
    ...sampleQuickPerson,
    hashedId: "InesDuartePatient00000",
    name: "Ines Duarte",
    heldUntil: "2026-11-24T16:00:00.000Z",
    hold: heldByHours,
    reads: { text: "Ya están sus resultados.", segments: segmentsOf("Ya están sus resultados."), language: "es" },
    earlier: [{ template: "Please call us", at: "2026-11-20T16:00:00.000Z", state: "delivered" }],
  },
  { ...sampleQuickPerson, hashedId: "OptedOutPatient0000000", name: "Omar Reyes", why: "optedOut", reads: null },
]
