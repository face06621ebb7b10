import { Schema } from "effect"
import { TrimmedText } from "../trimmedText.ts"
import { sendingWindow } from "../constants.ts"
import { Instant } from "../ids.ts"
import { WallTime } from "../fields.ts"
import { Language } from "./companyDraft.ts"

/** US states and territories as the post writes them: where a rule of quiet hours may hold. */
export const states = [
  ..."AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH".split(
    " ",
  ),
  ..."OK OR PA PR RI SC SD TN TX UT VT VA VI WA WV WI WY".split(" "),
] as const

const between = (minimum: number, maximum: number) =>
  Schema.Int.check(
    Schema.isBetween({ minimum, maximum }, { message: `Enter a whole number from ${minimum} to ${maximum}.` }),
  )

/** A word that is obeyed as a whole reply, in addition to those the law names. */
export const OptOutWord = Schema.Struct({
  language: Language,
  word: TrimmedText.check(
    Schema.isMinLength(2, { message: "Enter a word or short sentence of 2 to 40 characters." }),
    Schema.isMaxLength(40, { message: "Enter a word or short sentence of 2 to 40 characters." }),
    Schema.isPattern(/[\p{L}\p{N}].*[\p{L}\p{N}]/u, { message: "A word needs at least two letters or digits." }),
  ),
}).annotate({ identifier: "OptOutWord" })

/** When texts may be sent to people of a state, on their own clock. */
export const StateHours = Schema.Struct({
  state: Schema.String.check(Schema.makeFilter((state: string) => states.includes(state) || "Choose a state.")),
  from: WallTime,
  to: WallTime,
}).annotate({ identifier: "StateHours" })
export type StateHours = typeof StateHours.Type

const fields = {
  optOutWords: Schema.Array(OptOutWord).check(Schema.isMaxLength(200, { message: "Use at most 200 words." })),
  /** The answer to HELP of companies that have none of their own; empty for the product's. */
  helpText: TrimmedText.check(Schema.isMaxLength(320, { message: "Use at most 320 characters." })),
  quietHours: Schema.Array(StateHours),
  /** No more texts than this go to one number within `capDays`; null for no cap. */
  capTexts: Schema.NullOr(between(1, 100)),
  capDays: between(1, 90),
  /** How long what is not the record is kept, in days. */
  reportDays: between(7, 365),
  mailDays: between(1, 365),
  fileDays: between(1, 30),
}
type Fields = Schema.Schema.Type<Schema.Struct<typeof fields>>

const repeated = (values: ReadonlyArray<string>): number =>
  values.findIndex((value, place) => value !== "" && values.indexOf(value) < place)

const errorsOf = ({ quietHours, optOutWords }: Fields) => {
  const state = repeated(quietHours.map((rule) => rule.state))
  const word = repeated(optOutWords.map((one) => one.word.toUpperCase()))
  return [
    ...quietHours.flatMap(({ from, to }, place) => [
      ...(from < sendingWindow.from || to > sendingWindow.to
        ? [
            {
              path: ["quietHours", place, "from"],
              issue: `Texts may be sent from ${sendingWindow.from} to ${sendingWindow.to} only.`,
            },
          ]
        : []),
      ...(to <= from ? [{ path: ["quietHours", place, "to"], issue: "The last time must be after the first." }] : []),
    ]),
    ...(state >= 0 ? [{ path: ["quietHours", state, "state"], issue: "This state stands here twice." }] : []),
    ...(word >= 0 ? [{ path: ["optOutWords", word, "word"], issue: "This word stands here twice." }] : []),
  ]
}

/** What holds for all companies (docs/policy.md#rules-for-all): one schema for the form and for the call. */
export const GlobalSettings = Schema.Struct(fields)
  .check(Schema.makeFilter((settings) => errorsOf(settings)))
  .annotate({ identifier: "GlobalSettings" })
export type GlobalSettings = typeof GlobalSettings.Type

/** What holds until someone says otherwise. */
export const defaultSettings: GlobalSettings = {
  optOutWords: [],
  helpText: "",
  quietHours: [],
  capTexts: null,
  capDays: 7,
  reportDays: 30,
  mailDays: 30,
  fileDays: 1,
}

/** The settings with their version, which goes into If-Match, and the words that the law and carriers name. */
export const GlobalSettingsReply = Schema.Struct({
  settings: GlobalSettings,
  version: Schema.Int,
  updatedOn: Schema.NullOr(Instant),
  lawWords: Schema.Array(Schema.Struct({ language: Schema.String, words: Schema.Array(Schema.String) })),
}).annotate({ identifier: "GlobalSettingsReply" })
export type GlobalSettingsReply = typeof GlobalSettingsReply.Type
