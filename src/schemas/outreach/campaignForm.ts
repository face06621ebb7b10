import { DateTime, Option, Schema } from "effect"
import { CampaignId, noneOf } from "../ids.ts"
import type { FieldError, Problem } from "../problem.ts"
import { validatorOf } from "../validate.ts"
import type { PatientList } from "../people/patient.ts"
import { CampaignDraft, type Sender } from "./campaign.ts"
import { defaultPurpose, type Template } from "./template.ts"

/** The draft as it is filled in: what is chosen by its number is null before. */
type Filled = {
  readonly [Field in Exclude<keyof CampaignDraft, "startAt">]: CampaignDraft[Field] extends number
    ? CampaignDraft[Field] | null
    : CampaignDraft[Field]
}

/** The campaign form as it is filled in: a start is a wall time and its zone. */
export type CampaignFormValues = Filled & {
  readonly campaignId: CampaignId
  readonly when: "now" | "later"
  /** Wall time, `YYYY-MM-DDTHH:mm`. */
  readonly startOn: string
  /** IANA zone of `startOn`. */
  readonly zone: string
}

/** What a campaign is put together from, read before the form opens. */
export type CampaignChoices = {
  readonly campaignId: CampaignId
  readonly templates: ReadonlyArray<Template>
  readonly lists: ReadonlyArray<PatientList>
  readonly senders: ReadonlyArray<Sender>
  /** The zone a start time is first offered in, by IANA name. */
  readonly zone: string
}

/** The form before anything is chosen; "Survey" is the specification's default purpose. */
export const emptyCampaignForm: CampaignFormValues = {
  campaignId: noneOf(CampaignId),
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

const decodeDraft = Schema.decodeUnknownSync(CampaignDraft)

/** The draft the server takes; ids that are not chosen yet stay null, which the schema refuses. */
export const draftOf = ({ campaignId: _, when, startOn, zone, ...filled }: CampaignFormValues) => ({
  ...filled,
  startAt: when === "now" ? null : instantOf(startOn, zone),
})

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
  return values.when === "later" && draft.startAt === null
    ? [...errors, { field: "startOn", message: "Enter a date and a time." }]
    : errors
}

/** A refusal of the server with its fields named as the form has them. */
export const inFormFields = (failure: Problem): Problem =>
  failure.errors === undefined
    ? failure
    : {
        ...failure,
        errors: failure.errors.map((error) => (error.field === "startAt" ? { ...error, field: "startOn" } : error)),
      }
