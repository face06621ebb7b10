import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { CurrentPerson } from "#schemas/caller.ts"
import { translationFileLimits, type TranslationFileQuery } from "#schemas/language/translationFile.ts"
import { problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { recordTaken } from "#server/http/audit.ts"
import { contentDisposition } from "#server/http/contentDisposition.ts"
import { enterExports } from "#server/http/ExportPlaces.ts"
import { callsOf } from "#server/http/handlers.ts"
import { readSmallFile } from "#server/http/readSmallFile.ts"
import { fileStamp } from "#server/reporting/exports/exportTable.rule.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"
import { translationsFile } from "./translationExport.ts"
import { judgeTranslationFile } from "./translationFile.ts"
import { importTranslations } from "./translationFile.commands.ts"

const kinds: Readonly<Record<TranslationFileQuery["fileType"], { readonly ending: string; readonly type: string }>> = {
  xliff: { ending: "xlf", type: "application/xliff+xml; charset=utf-8" },
  csv: { ending: "csv", type: "text/csv; charset=utf-8" },
}

const tooLarge = problem("TooLarge", "A file of translations has at most 10 MB. Split it and import the parts.")

/** The calls by which texts go to translators as files and come back, for the acting company. */
export const translationFileCalls = callsOf("Translate", {
  DownloadTranslations: Effect.fn("Translate.DownloadTranslations")(function* ({ query }) {
    const person = yield* CurrentPerson
    yield* enterExports(person, ["translations", query])
    const { timezone } = yield* readCompany(person.actingCompanyId)
    const stamp = fileStamp(yield* Clock.currentTimeMillis, timezone)
    const { ending, type } = kinds[query.fileType]
    return HttpServerResponse.stream(yield* translationsFile(person, query, yield* recordTaken(person)), {
      contentType: type,
      headers: {
        "content-disposition": contentDisposition(`translations-${query.language}-${stamp}.${ending}`),
        "cache-control": "no-store",
      },
    })
  }),

  CheckTranslations: Effect.fn("Translate.CheckTranslations")(function* ({ payload }) {
    const bytes = yield* readSmallFile(payload, translationFileLimits.bytes, tooLarge)
    const judged = yield* judgeTranslationFile((yield* CurrentPerson).actingCompanyId, bytes)
    return reply({ rows: judged.map(({ row }) => row) })
  }),

  ImportTranslations: Effect.fn("Translate.ImportTranslations")(function* ({ payload }) {
    const bytes = yield* readSmallFile(payload, translationFileLimits.bytes, tooLarge)
    return reply(yield* importTranslations(yield* CurrentPerson, bytes))
  }),
})
