import type { CampaignId, PatientId } from "#schemas/ids.ts"
import type { ExclusionReason } from "#schemas/outreach/recipient.ts"
import { campaignVariables } from "#schemas/outreach/variables.ts"
import type { PhoneKind, Consent } from "#schemas/people/patient.ts"
import type { ZoneHints } from "#server/people/patients/zone.rule.ts"
import type { Values } from "#server/outreach/templates/liquid.rule.ts"
import type { ReadyMessage } from "#server/outreach/templates/message.rule.ts"
import type { Release } from "#server/outreach/sendingHours/quietHours.rule.ts"
import { releaseTo, type ReadyRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"

/** A person of a list, as messages and exclusions need them. */
export type Addressee = ZoneHints & {
  readonly patientId: PatientId
  readonly firstName: string
  readonly lastName: string
  readonly externalId: string | null
  readonly language: string | null
  readonly phoneKind: PhoneKind
  readonly custom: Readonly<Record<string, string>>
  /** About the channel of the message. */
  readonly consent: Consent
}

/** Whether a person gets the message, as what, at which cost and when; or why not. */
export type Assessment =
  | {
      readonly eligible: true
      readonly phone: string
      /** What the carrier is given. */
      readonly body: string
      /** In the units of the channel. */
      readonly cost: number
      /** The language of the translation they get; null for the template's own text. */
      readonly language: string | null
      readonly release: Release
    }
  | {
      readonly eligible: false
      readonly reason: ExclusionReason
      /** The variables without a value, where that is the reason. */
      readonly missing?: ReadonlyArray<string>
    }

/**
 * What a message may say of who sends it; the campaign is a sample's while there is none. The link to book by is each
 * recipient's own; until a text is sent a sample of the same length stands for it.
 */
export type Origin = { readonly companyName: string; readonly campaignId?: CampaignId; readonly bookingLink: string }

/** The values a message may write for a person; their own fields win over columns of lists. */
export const valuesOf = (person: Addressee, { companyName, campaignId, bookingLink }: Origin): Values => ({
  ...person.custom,
  firstName: person.firstName,
  lastName: person.lastName,
  externalId: person.externalId,
  language: person.language,
  zip: person.zip,
  companyName,
  campaignId: campaignId === undefined ? campaignVariables.campaignId : String(campaignId),
  bookingLink,
})

/** A person with the values that an ongoing campaign was given for them. */
export const withOwnValues = (person: Addressee, own: Readonly<Record<string, string>> | null): Addressee =>
  own === null ? person : { ...person, custom: { ...person.custom, ...own } }

/**
 * Whether a text that leaves at a moment comes too late to be of use.
 * @param notAfter until when it may leave, in milliseconds since 1970; null for any time
 */
export const isTooLate = (notAfter: number | null, leaves: number): boolean => notAfter !== null && leaves >= notAfter

/** What a channel alone knows of reaching someone. */
export type Reach = {
  /** Why it reaches no one by a number of this kind; undefined where it does. */
  readonly unreached: (kind: PhoneKind) => ExclusionReason | undefined
  /** Why what was written cannot go out; undefined where it can. */
  readonly unfit: (body: string) => ExclusionReason | undefined
  readonly cost: (body: string) => number
}

/**
 * Judges one person for one message (docs/policy.md#exclusions).
 * @param when the moment, in milliseconds since 1970, and the company's rules
 * @param taken numbers that already get this campaign's message: the first person of a number who can get it, gets it
 */
export type Assess = (
  message: ReadyMessage,
  person: Addressee,
  origin: Origin,
  when: { readonly now: number; readonly rules: ReadyRules },
  taken: { readonly has: (phone: string) => boolean },
) => Assessment

const no = (reason: ExclusionReason): Assessment => ({ eligible: false, reason })

/** The judgement of a channel, by what it alone knows. */
export const assessBy =
  ({ unreached, unfit, cost }: Reach): Assess =>
  (message, person, origin, when, taken) => {
    const { phone } = person
    if (person.consent === "revoked") return no("optedOut")
    if (person.consent === "unclear") return no("unclearReply")
    if (phone === null) return no("noPhone")
    const reason = unreached(person.phoneKind)
    if (reason !== undefined) return no(reason)
    const { phoneCountry, release } = releaseTo(person, when.now, when.rules)
    const { countries } = when.rules
    if (countries !== null && !countries.has(phoneCountry ?? "")) return no("otherCountry")
    if (release.at === Infinity) return no("noCommonHours")
    if (taken.has(phone)) return no("duplicatePhone")
    const { text: body, missing, language = null } = message.render(valuesOf(person, origin), person.language)
    if (missing.length > 0 || body === "") return { eligible: false, reason: "missingVariable", missing }
    const fault = unfit(body)
    return fault === undefined ? { eligible: true, phone, body, cost: cost(body), language, release } : no(fault)
  }
