import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Prompt } from "#schemas/outreach/callFlow.ts"
import type { CallVoice } from "#schemas/outreach/voice.ts"
import { spokenAsOf, spokenSounds } from "#server/outreach/sounds/sound.queries.ts"
import { promptsIn, withPrompts, type CallInstruction } from "./callTurn.rule.ts"

/**
 * What a call does next, with the sound in place of each text that is kept as one by the call flow's voice. What is not
 * kept, above all what names a person's own values, the carrier says itself.
 */
export const heardInstructions = Effect.fn("heardInstructions")(function* (
  companyId: CompanyId,
  voice: CallVoice | undefined,
  instructions: ReadonlyArray<CallInstruction>,
) {
  if (voice === undefined) return instructions
  const texts = promptsIn(instructions).flatMap((prompt) => (prompt._tag === "Speech" ? [prompt.text] : []))
  const kept = yield* spokenSounds(
    companyId,
    texts.map((text) => spokenAsOf(text, voice)),
  )
  return withPrompts(instructions, (prompt): Prompt => {
    const sound = prompt._tag === "Speech" ? kept.get(spokenAsOf(prompt.text, voice)) : undefined
    return sound === undefined ? prompt : { _tag: "Recording", sound }
  })
})
