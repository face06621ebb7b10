import type { CampaignId, CompanyId } from "../ids.ts"
import type { AppointmentId } from "./appointment.ts"

/**
 * Where a patient's page is, on our own address. The token stands behind `#`: no server, proxy, log or referrer ever
 * gets that part to see, and the page sends it in a header.
 */
export const patientPath = "/a"

/** The header by which the calls of the patient's page name their link. */
export const patientLinkHeader = "patient-link"

/** How many characters a link's token has, whatever it is about, so that texts are as long as their samples. */
export const patientTokenCharacters = 36

/** How long a link for booking works after its text was written, in days. */
export const bookingLinkDays = 30

/** What a link is for: to book from a campaign's text, to see one appointment, or to take an offer of the waitlist. */
export const linkPurposes = ["book", "appointment", "offer"] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/** What a link is about. */
export type LinkSubject = { readonly companyId: CompanyId } & (
  | { readonly purpose: "book"; readonly campaignId: CampaignId; readonly recipientId: number }
  | { readonly purpose: "appointment"; readonly appointmentId: AppointmentId }
  | { readonly purpose: "offer"; readonly offerId: number }
)

/** A link as a person gets it. */
export const patientAddress = (origin: string, token: string): string =>
  `${origin.replace(/\/$/, "")}${patientPath}#${token}`

/** A link of the same length for previews; it leads nowhere. */
export const samplePatientAddress = (origin: string): string =>
  patientAddress(origin, "SAMPLE".padEnd(patientTokenCharacters, "x"))
