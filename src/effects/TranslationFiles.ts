import { Effect } from "effect"
import type { TranslationFileQuery } from "#schemas/language/translationFile.ts"
import { TranslationFileGroup } from "#schemas/language/translationFileCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"
import { saveDownload } from "./saveDownload.ts"

/** Saves texts with their translations into a language as a file. */
export const downloadTranslations = (query: TranslationFileQuery) =>
  saveDownload(
    callApi(TranslationFileGroup, (api) => api.DownloadTranslations({ query, responseMode: "decoded-and-response" })),
    "translations",
  )

const formOf = (file: File) => {
  const payload = new FormData()
  payload.append("file", file, file.name)
  return { payload: payload as never }
}

/** What a file of translations would do, text by text; nothing is changed. */
export const checkTranslations = (file: File) =>
  Effect.map(
    callApi(TranslationFileGroup, (api) => api.CheckTranslations(formOf(file))),
    ({ data }) => data,
  )

/** Stores what is right in a file of translations, and says what became of each text. */
export const importTranslations = (file: File, commandId: string) =>
  Effect.map(
    callApi(TranslationFileGroup, (api) =>
      api.ImportTranslations({ headers: commandHeaders(commandId), ...formOf(file) }),
    ),
    ({ data }) => data,
  )
