import { Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { TextKind } from "#schemas/scheduling/appointmentText.ts"
import { addOngoingText, cancelOngoingTexts } from "#server/outreach/recipients/ongoing.commands.ts"
import type { OngoingText } from "#server/outreach/recipients/ongoing.queries.ts"
import { campaignOf, readTextsSetUp } from "./appointmentTexts.queries.ts"

/** A text about an appointment or an offer. */
export type AppointmentText = Omit<OngoingText, "campaignId"> & {
  readonly kind: TextKind
  readonly patientId: PatientId
}

/** Whether a text stands in its campaign: now, since before, or not, because the company does not send this kind. */
export type Queued = "added" | "known" | "off"

/**
 * Sends a text about an appointment through the ongoing campaign of its kind, once for each key of a person. Quiet
 * hours, consent and caps apply; one that would leave at `notAfter` or later is left out. Joins an open transaction
 * of the company.
 */
export const queueAppointmentText = Effect.fn("queueAppointmentText")(function* (
  companyId: CompanyId,
  { kind, ...text }: AppointmentText,
) {
  const campaign = campaignOf(yield* readTextsSetUp(companyId), kind)
  if (campaign === undefined) return "off" satisfies Queued
  const added = yield* addOngoingText(companyId, { ...text, campaignId: campaign.campaignId })
  return (added === "closed" ? "off" : added) satisfies Queued
})

/** Takes back the texts about something that wait still; gives how many. */
export const stopAppointmentTexts = (companyId: CompanyId, about: string) => cancelOngoingTexts(companyId, { about })
