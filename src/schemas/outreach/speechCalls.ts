import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Schema } from "effect"
import { SignedIn } from "../caller.ts"
import { Reply } from "../reply.ts"
import { GeneratedSpeech, GenerateSpeech, SoundHash } from "./sound.ts"
import { OfferedVoice } from "./voice.ts"

/** The calls of the Translate group that make texts into sound. */
export const speechCalls = [
  HttpApiEndpoint.get("GetVoices", "/GetVoices", {
    query: { language: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(35))) },
    success: Reply(Schema.Array(OfferedVoice)),
  }).annotate(OpenApi.Summary, "Lists the voices that texts can be spoken by, of one language or of all."),
  HttpApiEndpoint.post("GenerateSpeech", "/GenerateSpeech", {
    payload: GenerateSpeech,
    success: Reply(GeneratedSpeech),
  }).annotate(OpenApi.Summary, "Speaks a text; the same text by the same voice is spoken once."),
  HttpApiEndpoint.get("GetSpeech", "/GetSpeech", {
    query: { hashedId: SoundHash },
    success: HttpApiSchema.StreamUint8Array({ contentType: "audio/wav" }),
  }).annotate(OpenApi.Summary, "Gives a sound as a WAV file, or a part of it."),
] as const

/** The calls of speech alone, for pages that hear call flows and know nothing of translations. */
export class SpeechGroup extends HttpApiGroup.make("Translate")
  .add(...speechCalls)
  .middleware(SignedIn)
  .prefix("/Translate") {}
