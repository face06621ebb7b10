import { DateTime, Option, Schema } from "effect"
import { CampaignId, noneOf, type ListId, type SenderId } from "../ids.ts"
import type { FieldError, Problem } from "../problem.ts"
import { validatorOf } from "../validate.ts"
import type { PatientList } from "../people/patient.ts"
import { CampaignDraft, type Campaign } from "./campaign.ts"
import type { StoredCheck } from "./campaignCheck.ts"
import type { ChannelName } from "./channel.ts"
import type { Ivr } from "./ivr.ts"
import type { NotOffered } from "./notOffered.ts"
import type { Sender } from "./sender.ts"
import { defaultPurpose, type Purpose, type Template } from "./template.ts"

/** The draft as it is filled in: what is chosen by its number is null before. */
type Filled = {
  readonly [Field in Exclude<keyof CampaignDraft, "startAt">]: CampaignDraft[Field] extends number
    ? CampaignDraft[Field] | null
    : CampaignDraft[Field]
}

/** The campaign form as it is filled in: a start is a wall time and its zone. */
export type CampaignFormValues = Filled & {
  /** By what people are reached. */
  readonly campaignType: ChannelName
  readonly campaignId: CampaignId
  /** The public id; null until it is saved for the first time. */
  readonly campaignHashedId: string | null
  /** The version these values were made from; 0 for one that is not saved. */
  readonly streamVersion: number
  readonly when: "now" | "later"
  /** Wall time, `YYYY-MM-DDTHH:mm`. */
  readonly startOn: string
  /** IANA zone of `startOn`. */
  readonly zone: string
}

/** A published template or call flow, by the channel for which it is written; `text` is that of a text. */
export type CampaignTemplate = Pick<Template, "templateId" | "hashedId" | "name" | "state" | "channel"> & {
  readonly text: string | null
  /** Absent for a text. */
  readonly publishedCallerId?: Ivr["publishedCallerId"]
}

/** What can be chosen for a campaign, or for all that a run makes. */
export type CampaignParts = {
  readonly templates: ReadonlyArray<CampaignTemplate>
  readonly lists: ReadonlyArray<PatientList>
  readonly senders: ReadonlyArray<Sender>
  readonly notOffered: Readonly<Record<ChannelName, NotOffered>>
}

/** What a campaign is put together from, read before the form opens. */
export type CampaignChoices = CampaignParts & {
  readonly campaignId: CampaignId
  /** The zone a start time is first offered in, by IANA name. */
  readonly zone: string
  /** What a new campaign is for, until another purpose is chosen. */
  readonly purpose: Purpose
}

/** The numbers by which a campaign of a type can be sent, and what is written for it. */
export const sendersOf = ({ senders }: Pick<CampaignParts, "senders">, type: ChannelName): ReadonlyArray<Sender> =>
  senders.filter(({ channel }) => channel === type)
export const templatesOf = (
  { templates }: Pick<CampaignParts, "templates">,
  type: ChannelName,
): ReadonlyArray<CampaignTemplate> => templates.filter(({ channel }) => channel === type)

/** What decides by which number a campaign is sent. */
type Sent = Pick<CampaignFormValues, "campaignType" | "templateId">

/** The caller ID of a campaign's call flow; null where it has none. */
export const callerIdOf = ({ templates }: Pick<CampaignParts, "templates">, { templateId }: Sent): string | null =>
  templates.find((one) => one.templateId === templateId)?.publishedCallerId ?? null

/**
 * The number by which a campaign is sent while no one chooses another: that of its call flow, else the first of its type;
 * null where the call flow's cannot call any more (docs/decisions/099-caller-id.md).
 */
export const firstSender = (parts: Pick<CampaignParts, "templates" | "senders">, sent: Sent): SenderId | null => {
  const callerId = callerIdOf(parts, sent)
  return sendersOf(parts, sent.campaignType).find(({ e164 }) => e164 === (callerId ?? e164))?.senderId ?? null
}

/** Whether a form has another template now, and no one has chosen another number than that of the template before. */
export const takesItsSender = (
  { choices, values }: { readonly choices: CampaignChoices | null; readonly values: CampaignFormValues | null },
  { templateId, senderId, streamVersion }: CampaignFormValues,
): boolean =>
  choices !== null &&
  values !== null &&
  templateId !== values.templateId &&
  // What someone else saved meanwhile is taken over as it is.
  streamVersion === values.streamVersion &&
  senderId === firstSender(choices, values)

/** What the address asks for: a template and a list to begin with, a draft to edit or a campaign to copy by its public id. */
export type CampaignRequest = {
  readonly template: string | undefined
  readonly listId: ListId | null
  readonly edit: string | null
  readonly from: string | null
}

/** A campaign as its page opens it: a draft, a copy, or nothing but the choices. */
export type OpenedCampaign = {
  readonly choices: CampaignChoices
  readonly values: CampaignFormValues | null
  readonly saved: SavedCampaign | null
}

/** What is known of a draft once it is saved. */
export type SavedCampaign = {
  readonly campaignHashedId: string
  readonly streamVersion: number
  readonly savedAt: string
  /** Its last whole check; null while there was none. */
  readonly check: StoredCheck | null
}

/** The form before anything is chosen; "Survey" is the specification's default purpose. */
export const emptyCampaignForm: CampaignFormValues = {
  campaignType: "SMS",
  campaignId: noneOf(CampaignId),
  campaignHashedId: null,
  streamVersion: 0,
  name: "",
  purpose: defaultPurpose,
  templateId: null,
  listId: null,
  senderId: null,
  when: "now",
  startOn: "",
  zone: "UTC",
}

/**
 * The instant of a wall time in a zone, as ISO 8601 in UTC; null when it is none.
 * A time that the clocks skip means the moment after the gap, one that happens
 * twice means the first.
 */
export const instantOf = (wallTime: string, zone: string): string | null => {
  const written = `${wallTime}:00.000Z`
  const asUtc = DateTime.make(written)
  // A day that its month does not have would roll over into the next month.
  if (Option.isNone(asUtc) || DateTime.formatIso(asUtc.value) !== written) return null
  return Option.match(DateTime.makeZoned(asUtc.value, { timeZone: zone, adjustForTimeZone: true }), {
    onNone: () => null,
    onSome: DateTime.formatIso,
  })
}

/** The wall time of an instant in a zone, `YYYY-MM-DDTHH:mm`; empty for a zone that does not exist. */
export const wallTimeOf = (instant: string, zone: string): string =>
  Option.match(DateTime.makeZoned(instant, { timeZone: zone }), {
    onNone: () => "",
    onSome: (zoned) => DateTime.formatIsoOffset(zoned).slice(0, 16),
  })

/** The form that a campaign would have been filled in with. */
export const valuesOf = (
  {
    campaignType,
    campaignId,
    campaignHashedId,
    streamVersion,
    name,
    purpose,
    templateId,
    listId,
    senderId,
    startAt,
  }: Campaign,
  zone: string,
): CampaignFormValues => ({
  campaignType: campaignType === "IVR" ? "IVR" : "SMS",
  ...{ campaignId, campaignHashedId, streamVersion, name, purpose, templateId, listId, senderId, zone },
  when: startAt === null ? "now" : "later",
  startOn: startAt === null ? "" : wallTimeOf(startAt, zone),
})

const longestName = 80

/** What a copy is called: the name with a suffix, cut where both would be too long. */
export const nameOfCopy = (name: string, suffix: string): string =>
  `${name.slice(0, longestName - suffix.length)}${suffix}`

/** A new campaign like one that exists; a start that was used up is not taken over. */
export const copyOf = (
  campaign: Campaign,
  campaignId: CampaignId,
  zone: string,
  suffix: string,
): CampaignFormValues => {
  const values = valuesOf(campaign, zone)
  const isToCome = ["draft", "unconfirmed", "scheduled"].includes(campaign.state)
  return {
    ...values,
    ...{ campaignId, campaignHashedId: null, streamVersion: 0 },
    name: nameOfCopy(values.name, suffix),
    ...(isToCome ? {} : { when: "now", startOn: "" }),
  }
}

const decodeDraft = Schema.decodeUnknownSync(CampaignDraft)

/** The draft the server takes; ids that are not chosen yet stay null, which the schema refuses. */
export const draftOf = (values: CampaignFormValues) => {
  const {
    campaignType: ____,
    campaignId: _,
    campaignHashedId: __,
    streamVersion: ___,
    when,
    startOn,
    zone,
    ...filled
  } = values
  return { ...filled, startAt: when === "now" ? null : instantOf(startOn, zone) }
}

/** The form in which a scheduled campaign gets another start: wall time and IANA zone. */
export type StartValues = Pick<Campaign, "campaignHashedId" | "streamVersion"> &
  Pick<CampaignFormValues, "startOn" | "zone">

const noStart: FieldError = { field: "startOn", message: "Enter a date and a time." }

/** What is wrong with another start, by field; whether it has passed, only the server knows. */
export const checkStart = ({ startOn, zone }: StartValues): ReadonlyArray<FieldError> =>
  instantOf(startOn, zone) === null ? [noStart] : []

/** The steps in which a campaign is put together, and the fields of each. */
export const campaignSteps = {
  message: ["name", "templateId", "purpose"],
  people: ["listId"],
  timing: ["when", "startOn", "zone", "senderId"],
} as const satisfies Record<string, ReadonlyArray<keyof CampaignFormValues>>
export type CampaignStep = keyof typeof campaignSteps

/** Whether any of these errors is at a field of a step; before any are known, as if it were. */
export const isWrongIn = (step: CampaignStep, errors: ReadonlyArray<Pick<FieldError, "field">> | null): boolean =>
  errors === null || errors.some(({ field }) => (campaignSteps[step] as ReadonlyArray<string>).includes(field))

/** The draft of a form without errors, as the server takes it; throws for any other. */
export const draftIn = (values: CampaignFormValues): CampaignDraft => decodeDraft(draftOf(values))

const validateDraft = validatorOf(CampaignDraft)
const choices: Readonly<Record<string, string>> = {
  templateId: "Choose a template.",
  listId: "Choose a list.",
  senderId: "Choose a sending number.",
}

/** What is wrong with the form, by field, as the server's own schema judges it. */
export const checkCampaignForm = (values: CampaignFormValues): ReadonlyArray<FieldError> => {
  const draft = draftOf(values)
  const errors = validateDraft(draft).map(({ field, message }) => ({ field, message: choices[field] ?? message }))
  return values.when === "later" && draft.startAt === null ? [...errors, noStart] : errors
}

/** A refusal of the server with its fields named as the form has them. */
export const inFormFields = (failure: Problem): Problem =>
  failure.errors === undefined
    ? failure
    : {
        ...failure,
        errors: failure.errors.map((error) => (error.field === "startAt" ? { ...error, field: "startOn" } : error)),
      }
