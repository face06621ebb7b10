import { Effect, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { CurrentPerson, type Person } from "#schemas/caller.ts"
import { recordingLimits } from "#schemas/outreach/sound.ts"
import { speaks, type OfferedVoice } from "#schemas/outreach/voice.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { answerFile } from "#server/http/byteRange.ts"
import { callsOf } from "#server/http/handlers.ts"
import { readSmallFile } from "#server/http/readSmallFile.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { writeLiquid } from "#server/outreach/templates/liquid.rule.ts"
import { readSpoken, sampleValues } from "#server/outreach/templates/message.rule.ts"
import { largeRecording } from "#server/speech/readRecording.ts"
import { Speech } from "#server/speech/Speech.ts"
import { Database } from "#server/store/Database.ts"
import { spokenSound, uploadedSound } from "./sound.commands.ts"
import { pronounced } from "./pronunciation.rule.ts"
import { openSound, readPronunciations } from "./sound.queries.ts"

const makerOf = ({ actingCompanyId, userId }: Person) => ({ companyId: actingCompanyId, userId })

/** A text of a call flow as the company says it, with samples for its variables. */
const sampleWords = Effect.fnUntraced(function* ({ actingCompanyId }: Person, text: string) {
  const read = readSpoken(text)
  if (Result.isFailure(read))
    return yield* Effect.fail(problem("Invalid", read.failure, { errors: [{ field: "text", message: read.failure }] }))
  const { sql, company } = yield* Database
  const { name } = yield* company(actingCompanyId)(companyFacts(sql, actingCompanyId))
  const words = writeLiquid(read.success.parsed, sampleValues(read.success, name))
  return pronounced(words, yield* readPronunciations(actingCompanyId))
})

/** The calls of speech, for the acting company. */
export const speechCalls = callsOf("Translate", {
  GetVoices: Effect.fn("Translate.GetVoices")(function* ({ query: { language } }) {
    const voices = yield* (yield* Speech).voices
    const isAsked = (voice: OfferedVoice) =>
      language === undefined || voice.language === language || speaks(voice, language)
    return reply(voices.filter(isAsked))
  }),

  GenerateSpeech: Effect.fn("Translate.GenerateSpeech")(function* ({ payload: { text, ...voice } }) {
    const person = yield* CurrentPerson
    const said = yield* sampleWords(person, text)
    return reply({ ...(yield* spokenSound(makerOf(person), said, voice)), said })
  }),

  GetSpeech: Effect.fn("Translate.GetSpeech")(function* ({ query: { hashedId } }) {
    const { actingCompanyId } = yield* CurrentPerson
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const sound = yield* openSound(actingCompanyId, hashedId, "master")
    if (sound === undefined) return yield* Effect.fail(notFound())
    return yield* answerFile(
      sound,
      { etag: `"${hashedId}"`, contentType: "audio/wav", headers: { "cache-control": "private, no-cache" } },
      headers,
    )
  }),
})

/** The call of a recording that is uploaded, for the acting company. */
export const soundCalls = callsOf("Outreach", {
  UploadAudio: Effect.fn("Outreach.UploadAudio")(function* ({ payload }) {
    const file = yield* readSmallFile(payload, recordingLimits.bytes, largeRecording)
    return reply(yield* uploadedSound(makerOf(yield* CurrentPerson), file))
  }),
})
