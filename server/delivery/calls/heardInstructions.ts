import { Effect } from "effect"
import type { Pronunciation } from "#schemas/administration/companyDraft.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { callFlowLimits, type Prompt } from "#schemas/outreach/callFlow.ts"
import { isCarriersOwn, type CallVoice } from "#schemas/outreach/voice.ts"
import { pronounced } from "#server/outreach/sounds/pronunciation.rule.ts"
import { spokenAsOf, spokenSounds } from "#server/outreach/sounds/sound.queries.ts"
import { promptsIn, withPrompts, type CallInstruction } from "./callTurn.rule.ts"

/** Whose call it is, and how it sounds. */
type Sounding = {
  readonly companyId: CompanyId
  readonly voice: CallVoice | undefined
  readonly pronunciations: ReadonlyArray<Pronunciation>
}

/** A text as the company says it; as it is written where that would be longer than carriers take. */
const saidAs = (text: string, pronunciations: ReadonlyArray<Pronunciation>): string => {
  const said = pronounced(text, pronunciations)
  return said.length > callFlowLimits.promptCharacters ? text : said
}

/** The sounds that are kept of texts by a voice, by the text. */
const keptSounds = Effect.fnUntraced(function* (
  companyId: CompanyId,
  voice: CallVoice,
  prompts: ReadonlyArray<Prompt>,
) {
  const texts = prompts.flatMap((prompt) => (prompt._tag === "Speech" ? [prompt.text] : []))
  const spoken = new Map(texts.map((text) => [text, spokenAsOf(text, voice)]))
  const kept = yield* spokenSounds(companyId, [...spoken.values()])
  return (text: string) => kept.get(spoken.get(text) ?? "")
})

/**
 * What a call does next, each text as the company says it, and with the sound in place of one that is kept by the call
 * flow's voice. What is not kept, above all what names a person's own values, the carrier says itself.
 */
export const heardInstructions = Effect.fn("heardInstructions")(function* (
  { companyId, voice, pronunciations }: Sounding,
  instructions: ReadonlyArray<CallInstruction>,
) {
  const said = withPrompts(instructions, (prompt) =>
    prompt._tag === "Speech" ? { ...prompt, text: saidAs(prompt.text, pronunciations) } : prompt,
  )
  if (voice === undefined || isCarriersOwn(voice)) return said
  const soundOf = yield* keptSounds(companyId, voice, promptsIn(said))
  return withPrompts(said, (prompt): Prompt => {
    const sound = prompt._tag === "Speech" ? soundOf(prompt.text) : undefined
    return sound === undefined ? prompt : { _tag: "Recording", sound }
  })
})
