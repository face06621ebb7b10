import { samplePatientAddress } from "../scheduling/patientLink.ts"

/** The variables every template may use, with a sample for the first preview (docs/policy.md#messages). Custom columns of a list come on top. */
export const patientVariables = {
  firstName: "Maria",
  lastName: "Lopez",
  externalId: "MRN-10023",
  language: "en",
  zip: "94110",
} as const

/** Variables that come from the company. */
export const companyVariables = { companyName: "Northwind Clinics" } as const

/**
 * Variables that come from the campaign, for links above all: where an answer came from, and the recipient's own page
 * on which they book.
 */
export const campaignVariables = {
  campaignId: "71",
  bookingLink: samplePatientAddress("https://northwind.example"),
} as const

/** How a text says to people how to opt out; the first message of a campaign must hold one of these (docs/policy.md#messages). */
export const optOutHint = "Reply STOP to opt out."
