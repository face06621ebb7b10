import { Schema } from "effect"
import { e164Form } from "../e164.ts"
import { TrimmedText } from "../trimmedText.ts"
import { AccessId } from "../accessId.ts"
import { confirmAbove, recordingDays, sendingWindow } from "../constants.ts"
import { callChannel } from "../outreach/callFlow.ts"
import { CarrierName } from "../outreach/carrierName.ts"
import { ChannelName } from "../outreach/channel.ts"
import { Country, country, postalAddress, realDate, shortText, text, WallTime, Zone } from "../fields.ts"
import { HashedId } from "../ids.ts"

/** Languages a company may write in, as BCP 47 tags; names come from `Intl`. */
export const languages = ["en", "es", "zh", "vi", "tl", "ko", "ru", "ar", "fr", "pt", "de", "ht", "hi"] as const
export const Language = Schema.Literals(languages)
export type LanguageTag = typeof Language.Type

/** A place of a company. `hashedId` is null until it is saved. */
export const Address = Schema.Struct({
  hashedId: Schema.NullOr(HashedId),
  label: text(60, "Name this address in 1 to 60 characters."),
  ...postalAddress,
}).annotate({ identifier: "Address" })
export type Address = typeof Address.Type

/** A number the company sends from. `senderId` is 0 until it is saved. */
export const CompanySender = Schema.Struct({
  senderId: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  channel: ChannelName,
  /** By which carrier it sends texts; calls go by the first alone. */
  carrier: CarrierName,
  e164: TrimmedText.check(
    Schema.isPattern(e164Form, {
      message: "Enter the number with its country code, for example +14155550123.",
    }),
  ),
  /** The text number of the company by which its texts leave while it cannot send; null for none (decision 107). */
  standIn: Schema.NullOr(Schema.String),
  label: text(60, "Name this number in 1 to 60 characters."),
  /** What the carrier takes from it a second: segments of texts, or calls. */
  segmentsPerSecond: Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 1_000 }, { message: "Enter a number from 1 to 1,000." }),
  ),
  /** How many calls go on at once; texts do not ask for it. */
  concurrentCalls: Schema.Int.check(
    Schema.isBetween({ minimum: 1, maximum: 1_000 }, { message: "Enter 1 to 1,000 calls at once." }),
  ),
}).annotate({ identifier: "CompanySender" })
export type CompanySender = typeof CompanySender.Type

/** A day on which the company sends nothing. */
export const Holiday = Schema.Struct({
  date: realDate("Enter a day, for example Nov 23, 2026."),
  name: text(60, "Name this holiday in 1 to 60 characters."),
}).annotate({ identifier: "Holiday" })
export type Holiday = typeof Holiday.Type

/** How many words a company may say in a way of its own. */
export const mostPronunciations = 200

/** How a word is said in calls of the company. */
export const Pronunciation = Schema.Struct({
  word: text(60, "Enter the word or words, in 1 to 60 characters."),
  saidAs: text(120, "Write how it is said, in 1 to 120 characters."),
}).annotate({ identifier: "Pronunciation" })
export type Pronunciation = typeof Pronunciation.Type

const fields = {
  name: TrimmedText.check(
    Schema.isMinLength(2, { message: "Enter a name of 2 to 120 characters." }),
    Schema.isMaxLength(120, { message: "Enter a name of 2 to 120 characters." }),
  ),
  code: TrimmedText.check(
    Schema.isPattern(/^[A-Z0-9-]{2,20}$/u, { message: "Use 2 to 20 capital letters, digits or hyphens." }),
  ),
  country: Country,
  timezone: Zone,
  /** First and last day of the contract in the company's zone; null means without limit. */
  contractStart: Schema.NullOr(realDate("Enter a day, for example Nov 23, 2026.")),
  contractEnd: Schema.NullOr(realDate("Enter a day, for example Nov 23, 2026.")),
  languages: Schema.Array(Language).check(Schema.isMinLength(1, { message: "Choose at least one language." })),
  /** What the company has bought: the upper bound of its people's access ids (docs/policy.md#rights). */
  selectedRolesList: Schema.Array(AccessId).check(Schema.isMinLength(1, { message: "Choose at least one feature." })),
  addresses: Schema.Array(Address).check(
    Schema.isMinLength(1, { message: "Enter at least one address." }),
    Schema.isMaxLength(50, { message: "A company has at most 50 addresses." }),
  ),
  senders: Schema.Array(CompanySender).check(Schema.isMaxLength(50, { message: "A company has at most 50 numbers." })),
  /** Countries whose numbers are texted; empty for the company's own alone. Territories count as their nation. */
  textCountries: Schema.Array(country("Choose a country.")).check(
    Schema.isMaxLength(50, { message: "A company texts at most 50 countries." }),
  ),
  /** Within the hours the law allows, on the recipient's clock. */
  sendingFrom: WallTime,
  sendingTo: WallTime,
  /** The hours of calls, within the same law. */
  callingFrom: WallTime,
  callingTo: WallTime,
  /** How many days recordings of calls are kept. */
  recordingDays: Schema.Int.check(
    Schema.isBetween(recordingDays, {
      message: `Enter a whole number from ${recordingDays.minimum} to ${recordingDays.maximum}.`,
    }),
  ),
  /** Above how many people on its list a campaign waits for a second person's confirmation; null for never. */
  confirmAbove: Schema.NullOr(
    Schema.Int.check(
      Schema.isBetween(confirmAbove, { message: "Enter a whole number from 1 to 10,000,000, or leave it empty." }),
    ),
  ),
  /** Whether a template is published only where someone approved each translation that people would get. */
  approvedOnly: Schema.Boolean,
  holidays: Schema.Array(Holiday).check(Schema.isMaxLength(100, { message: "A company has at most 100 holidays." })),
  pronunciations: Schema.Array(Pronunciation).check(
    Schema.isMaxLength(mostPronunciations, { message: "A company has at most 200 words." }),
  ),
  /** The answer to HELP; empty for the usual one. */
  helpText: shortText(320),
}

type Draft = Schema.Schema.Type<Schema.Struct<typeof fields>>

const repeated = (values: ReadonlyArray<string>): number =>
  values.findIndex((value, place) => value !== "" && values.indexOf(value) < place)

const fieldError = (path: ReadonlyArray<PropertyKey>, issue: string) => ({ path, issue })

/** Calls a second that a number may begin at most. */
const mostCalls = 50

/** What is wrong with the hours of a channel. */
const hoursErrors = (
  { from, to }: { readonly from: string; readonly to: string },
  fields: { readonly from: string; readonly to: string },
  what: string,
) => [
  ...(from < sendingWindow.from || to > sendingWindow.to
    ? [fieldError([fields.from], `${what} from ${sendingWindow.from} to ${sendingWindow.to} only.`)]
    : []),
  ...(to <= from ? [fieldError([fields.to], "The last time must be after the first.")] : []),
]

/** What no field can say alone (docs/policy.md#companies). */
const errorsOf = (draft: Draft) => {
  const { contractStart, contractEnd, senders, holidays, pronunciations, textCountries } = draft
  const texting = { from: draft.sendingFrom, to: draft.sendingTo }
  const calling = { from: draft.callingFrom, to: draft.callingTo }
  const tooFast = senders.findIndex(
    ({ channel, segmentsPerSecond }) => channel === callChannel && segmentsPerSecond > mostCalls,
  )
  const alone = senders.findIndex(
    ({ channel, standIn, e164 }) =>
      channel !== callChannel &&
      standIn !== null &&
      !senders.some((one) => one.e164 === standIn && one.e164 !== e164 && one.channel === channel),
  )
  const number = repeated(senders.map(({ e164 }) => e164))
  const country = repeated(textCountries)
  const word = repeated(pronunciations.map((one) => one.word.toLowerCase()))
  const day = repeated(holidays.map(({ date }) => date))
  return [
    ...(contractStart !== null && contractEnd !== null && contractEnd <= contractStart
      ? [fieldError(["contractEnd"], "Contract end must be after contract start.")]
      : []),
    ...hoursErrors(texting, { from: "sendingFrom", to: "sendingTo" }, "Texts may be sent"),
    ...hoursErrors(calling, { from: "callingFrom", to: "callingTo" }, "Calls may be made"),
    ...(tooFast >= 0
      ? [fieldError(["senders", tooFast, "segmentsPerSecond"], `Enter 1 to ${mostCalls} calls a second.`)]
      : []),
    ...(alone >= 0
      ? [
          fieldError(
            ["senders", alone, "standIn"],
            `${senders[alone]?.standIn} is not another text number of this company. Choose another one, or none.`,
          ),
        ]
      : []),
    ...(number >= 0 ? [fieldError(["senders", number, "e164"], "This number stands here twice.")] : []),
    ...(country >= 0 ? [fieldError(["textCountries", country], "This country stands here twice.")] : []),
    ...(word >= 0 ? [fieldError(["pronunciations", word, "word"], "This word stands here twice.")] : []),
    ...(day >= 0 ? [fieldError(["holidays", day, "date"], "This day stands here twice.")] : []),
  ]
}

/** What staff fill in of a company: one schema for the form and for the call. */
export const CompanyDraft = Schema.Struct(fields)
  .check(Schema.makeFilter((draft) => errorsOf(draft)))
  .annotate({ identifier: "CompanyDraft" })
export type CompanyDraft = typeof CompanyDraft.Type
