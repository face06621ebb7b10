import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { Done, Reply } from "../reply.ts"
import { BackTranslated, BackTranslation, MachineTranslated, MissingTexts } from "./machine.ts"
import { TranslationOf } from "./translation.ts"

/** The calls of the Translate group by which the service that an operator named translates texts. */
export const machineCalls = [
  HttpApiEndpoint.post("TranslateText", "/TranslateText", {
    headers: versionedHeaders,
    payload: Schema.Struct(TranslationOf),
    success: Done,
  }).annotate(OpenApi.Summary, "Has a text translated by the service, as a draft that a person reads over."),
  HttpApiEndpoint.post("TranslateMissing", "/TranslateMissing", {
    headers: commandHeaders,
    payload: MissingTexts,
    success: Reply(MachineTranslated),
  }).annotate(OpenApi.Summary, "Has the next texts translated that are missing in a language, and says which are not."),
  HttpApiEndpoint.post("TranslateBack", "/TranslateBack", {
    payload: BackTranslated,
    success: Reply(BackTranslation),
  }).annotate(OpenApi.Summary, "Has a translation translated back, to be read next to the text; nothing is kept."),
] as const

/** These calls alone, for the page that translates what is missing. */
export class MachineGroup extends HttpApiGroup.make("Translate")
  .add(...machineCalls)
  .middleware(SignedIn)
  .prefix("/Translate") {}
