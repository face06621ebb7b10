import { Schema } from "effect"

/** The voices that speak without any outside service, all of them English. */
export const voiceNames = ["slt", "rms", "awb"] as const

const share = Schema.Number.check(
  Schema.isBetween({ minimum: 0.5, maximum: 2 }, { message: "Enter 0.5 to 2, where 1 is the voice as it is." }),
)

/** How a text is spoken: by whom, and how much faster and higher than that voice by itself. */
export const Voice = Schema.Struct({
  name: Schema.Literals(voiceNames),
  speed: share,
  pitch: share,
}).annotate({ identifier: "Voice" })
export type Voice = typeof Voice.Type
