import { Effect } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import type { Voice } from "#schemas/outreach/voice.ts"
import { readRecording } from "#server/speech/readRecording.ts"
import { Speech } from "#server/speech/Speech.ts"
import { findSpoken, keepSound, spokenAsOf } from "./sound.queries.ts"

/** For whom a sound is made, and by whom. */
type Maker = { readonly companyId: CompanyId; readonly userId: UserId | number }

/**
 * The sound of words by a voice, spoken now where a company has not heard them before. Fails as `Speech.speak` does.
 * Not to be run in a transaction: speaking takes seconds.
 */
export const spokenSound = Effect.fn("spokenSound")(function* (
  { companyId, userId }: Maker,
  words: string,
  voice: Voice,
) {
  const spokenAs = spokenAsOf(words, voice)
  const found = yield* findSpoken(companyId, spokenAs)
  if (found !== undefined) return found
  const sound = yield* (yield* Speech).speak(words, voice)
  return yield* keepSound(companyId, sound, { made: "speech", spokenAs, userId })
})

/** Keeps a recording that was uploaded. Fails as `readRecording` does. */
export const uploadedSound = Effect.fn("uploadedSound")(function* ({ companyId, userId }: Maker, file: Uint8Array) {
  return yield* keepSound(companyId, yield* readRecording(file), { made: "upload", spokenAs: null, userId })
})
