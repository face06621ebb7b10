import { Schema } from "effect"

const share = Schema.Number.check(
  Schema.isBetween({ minimum: 0.5, maximum: 2 }, { message: "Enter 0.5 to 2, where 1 is the voice as it is." }),
)

/** What a voice is known by where it comes from. */
const VoiceId = Schema.String.check(Schema.isPattern(/^[\w-]{1,60}$/, { message: "Choose a voice of the list." }))

/** How a text is spoken: by whom, and how much faster and higher than that voice by itself. */
export const Voice = Schema.Struct({ voiceId: VoiceId, speed: share, pitch: share }).annotate({ identifier: "Voice" })
export type Voice = typeof Voice.Type

/** A voice that texts can be spoken by; `language` is a tag of BCP 47. */
export const OfferedVoice = Schema.Struct({
  voiceId: VoiceId,
  name: Schema.String,
  language: Schema.String,
  gender: Schema.Literals(["female", "male"]),
}).annotate({ identifier: "OfferedVoice" })
export type OfferedVoice = typeof OfferedVoice.Type
