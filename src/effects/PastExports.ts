import { Effect } from "effect"
import type { PageOf } from "#schemas/reply.ts"
import type { KeptExport } from "#schemas/reporting/pastExport.ts"
import { PastExportGroup } from "#schemas/reporting/pastExportCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders } from "./commandHeaders.ts"
import { saveDownload } from "./saveDownload.ts"

/** The exports of people that were taken, a page at a time, the newest first. */
export const readPastExports = (_: object, page: PageOf) =>
  callApi(PastExportGroup, (api) => api.GetPastExports({ query: page }))

/** Saves the file of an export once more, as it was taken. */
export const downloadPastExport = ({ exportId, fileName }: KeptExport) =>
  saveDownload(
    callApi(PastExportGroup, (api) =>
      api.DownloadPastExport({ query: { exportId }, responseMode: "decoded-and-response" }),
    ),
    fileName,
  )

/** Removes the file of an export before its days are over. */
export const removePastExport = ({ exportId }: KeptExport, commandId: string) =>
  Effect.asVoid(
    callApi(PastExportGroup, (api) =>
      api.RemovePastExport({ headers: commandHeaders(commandId), payload: { exportId } }),
    ),
  )
