import { Schema } from "effect"

const share = Schema.Number.check(
  Schema.isBetween({ minimum: 0.5, maximum: 2 }, { message: "Enter 0.5 to 2, where 1 is the voice as it is." }),
)

/** What a voice is known by: the name of its engine, a colon and the engine's own id; Flite's have the id alone. */
const VoiceId = Schema.String.check(Schema.isPattern(/^[\w:-]{1,80}$/, { message: "Choose a voice of the list." }))

/** How a text is spoken: by whom, and how much faster and higher than that voice by itself. */
export const Voice = Schema.Struct({ voiceId: VoiceId, speed: share, pitch: share }).annotate({ identifier: "Voice" })
export type Voice = typeof Voice.Type

const known = {
  voiceId: VoiceId,
  name: Schema.String.check(Schema.isMaxLength(80)),
  /** A tag of BCP 47. */
  language: Schema.String.check(Schema.isMaxLength(35)),
  gender: Schema.Literals(["female", "male", "neutral"]),
}

/** A voice that texts can be spoken by, and whether its pitch can be changed. */
export const OfferedVoice = Schema.Struct({ ...known, hasPitch: Schema.Boolean }).annotate({
  identifier: "OfferedVoice",
})
export type OfferedVoice = typeof OfferedVoice.Type

/**
 * The voice of a call flow. Its language and gender stand with it, so that a carrier finds its own voice that is most
 * alike, for what is not kept as a sound.
 */
export const CallVoice = Schema.Struct({ ...known, speed: share, pitch: share }).annotate({ identifier: "CallVoice" })
export type CallVoice = typeof CallVoice.Type

/** The languages of companies that the carrier has a voice for (`carrierVoice.rule.ts`): calls are said in no other. */
const carrierLanguages: ReadonlyArray<string> = ["en", "es", "zh", "ko", "ru", "ar", "fr", "pt", "de", "hi"]

/** Whether calls can be said in a language: the carrier says a person's own values, by whichever voice the rest is said. */
export const isSpokenByCarrier = (language: string): boolean => carrierLanguages.includes(language)

/** What engines call languages that companies name in another way. */
const alike: Readonly<Record<string, string>> = { cmn: "zh", arb: "ar", fil: "tl" }

/** Whether a voice speaks a language of companies, in whatever country. */
export const speaks = ({ language: tag }: Pick<OfferedVoice, "language">, language: string): boolean => {
  const [base = tag] = tag.split("-")
  return (alike[base] ?? base) === language
}

/** The carrier's own voice of a language: no engine has it, so nothing is kept as a sound of it and the carrier says all. */
export const carriersOwn = (language: string): CallVoice => ({
  ...{ voiceId: `carrier:${language}`, name: "", language, gender: "female", speed: 1, pitch: 1 },
})

/** Whether a voice is one of the carrier's own. */
export const isCarriersOwn = ({ voiceId }: Pick<CallVoice, "voiceId">): boolean => voiceId.startsWith("carrier:")

/** A voice as a call flow has it when it is chosen: as it is by itself. */
export const chosenVoice = ({ hasPitch: _, ...voice }: OfferedVoice): CallVoice => ({ ...voice, speed: 1, pitch: 1 })

const foreignLetter = /[^\p{Script=Latin}\P{L}]/u

/**
 * The first letter of a text that a voice would leave out without a word. Flite's voices know English alone; what other
 * engines can say, they say themselves.
 */
export const unsaidLetter = (voiceId: string, text: string): string | undefined =>
  voiceId.includes(":") ? undefined : foreignLetter.exec(text)?.[0]
