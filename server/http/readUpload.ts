import { Effect, Stream } from "effect"
import type { Multipart } from "effect/http"
import type { CompanyId } from "#schemas/ids.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import { receiveFile, type ReceivedFile } from "#server/people/imports/receiveFile.ts"
import { dropChunks } from "#server/people/imports/importFile.queries.ts"

/** A file's own name, without the folders some browsers send and without what no screen can show. */
const plainName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? "").replaceAll(/\p{C}/gu, "").trim().slice(0, 200) || "list.csv"

const multipartProblem = ({ reason }: Multipart.MultipartError): Problem =>
  reason._tag === "FileTooLarge" || reason._tag === "BodyTooLarge"
    ? problem("TooLarge", "The file is larger than 100 MB. Split it and upload the parts.")
    : problem("BadRequest", "The upload broke off or is no form with a file. Upload the file again.")

/** Takes the one file of a form as it arrives; on any failure, a second file included, nothing of it is kept. */
export const readUpload = Effect.fn("http.readUpload")(function* (
  companyId: CompanyId,
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
) {
  let received: ReceivedFile | undefined
  const read = Stream.runForEach(parts, (part) =>
    Effect.gen(function* () {
      if (part._tag !== "File") return
      if (received !== undefined) return yield* Effect.fail(problem("BadRequest", "Upload one file at a time."))
      received = yield* receiveFile(companyId, plainName(part.name), part.content)
    }),
  ).pipe(Effect.catchTag("MultipartError", (failure) => Effect.fail(multipartProblem(failure))))
  yield* Effect.onError(read, () => (received === undefined ? Effect.void : dropChunks(companyId, received.importId)))
  return received ?? (yield* Effect.fail(problem("BadRequest", "No file was sent. Choose a file and upload it.")))
})
