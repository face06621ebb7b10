import { dayMillis } from "#schemas/constants.ts"
import type { Consent } from "#schemas/people/patient.ts"

/**
 * Whether a text may leave to a person now, or at another hour; "unknown" where no hour is sure to be allowed, since it
 * is not known in which time zone they are.
 */
export type TextHours = "open" | "closed" | "unknown"

/** What decides whether a person's text can be answered now; times in milliseconds since 1970. */
export type Answerable = {
  readonly consent: Consent
  /** The number that the text came to; null once it is no longer in use. */
  readonly from: string | null
  /** Whether the company's contract runs, so that it sends anything. */
  readonly companySends: boolean
  readonly wroteLast: number
  /** Texting hours wherever the person may be. */
  readonly hours: TextHours
}

/**
 * Why a text cannot be answered now, in a sentence; null where it can.
 *
 * Texting hours are those of texts that begin a conversation. Who wrote within the last day has asked to be answered,
 * so an answer leaves at any hour, as answers to HELP do: 47 CFR 64.1200(c)(1) limits solicitations, and by (f) what
 * goes out on a person's invitation is none. After a day that can no longer be said, and the hours hold again.
 */
export const whyNotAnswered = (of: Answerable, now: number): string | null => {
  if (!of.companySends) return "This company is suspended or outside its contract, so nothing can be sent."
  if (of.from === null) return "The number that this text came to is no longer in use, so it cannot be answered."
  if (of.consent === "revoked") return "This person has opted out of texts, so nothing can be sent."
  if (of.consent === "unclear")
    return "This may be an opt-out. On the Patients page, choose Opt out or Keep texting first."
  if (now - of.wroteLast <= dayMillis || of.hours === "open") return null
  return of.hours === "closed"
    ? "This person wrote more than a day ago, and it is outside texting hours where they are. Answer during texting hours."
    : "This person wrote more than a day ago, and their time zone is not known. Call them, or import a list that names their time zone."
}
