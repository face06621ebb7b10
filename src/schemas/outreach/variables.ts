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

/** An example of each variable that a template of a campaign may use. */
export const sampleValues: Readonly<Record<string, string>> = {
  ...patientVariables,
  ...companyVariables,
  ...campaignVariables,
}

/** Variables of texts about an appointment, which ongoing campaigns give their recipients (docs/policy.md#ongoing-campaigns). */
export const appointmentVariables = {
  appointmentDate: "Thursday, December 3",
  appointmentTime: "10:30 AM",
  locationName: "Mission Clinic",
  locationAddress: "2400 Mission St, San Francisco",
  locationPhone: "(415) 555-0188",
  appointmentLink: "https://example.com/a/k3v9",
} as const

/** How a text says to people how to opt out; the first message of a campaign must hold one of these (docs/policy.md#messages). */
export const optOutHint = "Reply STOP to opt out."
