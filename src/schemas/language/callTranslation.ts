import { Schema } from "effect"
import { callFlowLimits, SpokenText, StepId } from "../outreach/callFlow.ts"
import { CallVoice } from "../outreach/voice.ts"

/**
 * What a call flow says in one more language: the words of each step that says something, and who speaks them. Its steps,
 * keys and ways are those of the call flow (docs/decisions/108-languages-of-calls.md).
 */
export const CallTranslation = Schema.Struct({
  prompts: Schema.Array(
    Schema.Struct({
      stepId: StepId,
      text: SpokenText,
      /** What a menu says after a key that leads nowhere. */
      wrongKey: Schema.optionalKey(SpokenText),
    }),
  ).check(Schema.isMaxLength(callFlowLimits.steps, { message: "A call flow has at most 60 steps." })),
  /** What is left on a voicemail; null where the call flow leaves nothing. */
  voicemail: Schema.NullOr(SpokenText),
  /** Null: the carrier's own voice of the language. */
  voice: Schema.NullOr(CallVoice),
}).annotate({ identifier: "CallTranslation" })
export type CallTranslation = typeof CallTranslation.Type
