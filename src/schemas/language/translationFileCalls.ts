import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders } from "../commands.ts"
import { Reply } from "../reply.ts"
import { TranslationFileCheck, translationFileLimits, TranslationFileQuery } from "./translationFile.ts"

const oneFile = Schema.Struct({}).pipe(
  HttpApiSchema.asMultipartStream({
    maxFileSize: translationFileLimits.bytes + 1,
    maxTotalSize: translationFileLimits.bytes + 64 * 1024,
  }),
)

/** The calls of the Translate group by which texts go to translators as files and come back. */
export const translationFileCalls = [
  HttpApiEndpoint.get("DownloadTranslations", "/DownloadTranslations", {
    query: TranslationFileQuery,
    success: HttpApiSchema.StreamUint8Array({ contentType: ["application/xliff+xml", "text/csv"] }),
  }).annotate(OpenApi.Summary, "Gives texts with their translations into a language as an XLIFF or CSV file."),
  HttpApiEndpoint.post("CheckTranslations", "/CheckTranslations", {
    payload: oneFile,
    success: Reply(TranslationFileCheck),
  }).annotate(OpenApi.Summary, "Says what a file of translations would do, text by text; nothing is changed."),
  HttpApiEndpoint.post("ImportTranslations", "/ImportTranslations", {
    headers: commandHeaders,
    payload: oneFile,
    success: Reply(TranslationFileCheck),
  }).annotate(OpenApi.Summary, "Stores the translations of a file that are right, and says what became of each."),
] as const

/** These calls alone, for the page of files. */
export class TranslationFileGroup extends HttpApiGroup.make("Translate")
  .add(...translationFileCalls)
  .middleware(SignedIn)
  .prefix("/Translate") {}
