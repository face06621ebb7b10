import { Effect, Stream } from "effect"
import type { ExportRequest } from "#schemas/reporting/report.ts"
import { callApi } from "./ApiClient.ts"

/** The cards of the home page, as far as the person's rights reach. */
export const readDashboard = () => callApi((api) => api.Report.GetDashboard({}))

/** The figures and days of one campaign, or of all, within some dates. */
export const readReport = (query: Omit<ExportRequest, "fileType">) => callApi((api) => api.Report.GetReport({ query }))

/** The name a content-disposition gives: RFC 6266's encoded form first, then the plain one. */
export const fileNameOf = (disposition: string | undefined, fallback: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? fallback
}

/** Hands a file to the browser's downloads. */
const saveFile = (parts: ReadonlyArray<Uint8Array>, type: string, name: string) =>
  Effect.sync(() => {
    const address = URL.createObjectURL(new Blob(parts as Array<Uint8Array<ArrayBuffer>>, { type }))
    const link = document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
  })

/** Downloads the export and saves it under the name the server gives it (spec §7: with a fallback name). */
export const downloadExport = (payload: ExportRequest) =>
  Effect.gen(function* () {
    const [bytes, response] = yield* callApi((api) =>
      api.Report.DownloadExportData({
        query: { type: payload.fileType },
        payload,
        responseMode: "decoded-and-response",
      }),
    )
    const parts = yield* Effect.orDie(Stream.runCollect(bytes))
    const name = fileNameOf(response.headers["content-disposition"], `report.${payload.fileType}`)
    yield* saveFile([...parts], response.headers["content-type"] ?? "application/octet-stream", name)
    return name
  })
