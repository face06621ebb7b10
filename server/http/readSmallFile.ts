import { Effect, Stream } from "effect"
import type { Multipart } from "effect/http"
import { problem, type Problem } from "#schemas/problem.ts"

const moreThan = (most: number): Problem =>
  problem("TooLarge", `The file is larger than ${Math.floor(most / 1024)} kB. Split it and choose the parts.`)

const multipartProblem =
  (tooLarge: Problem) =>
  ({ reason }: Multipart.MultipartError): Problem =>
    reason._tag === "FileTooLarge" || reason._tag === "BodyTooLarge"
      ? tooLarge
      : problem("BadRequest", "The upload broke off or is no form with a file. Choose the file again.")

/** A file whose type is that of a value, as JSON, comes as a value. */
const noFile = problem("UnsupportedFormat", "This is no file of the kind that can be used here. Choose another one.")

/**
 * Takes the one file of a form into memory; fails with TooLarge beyond so many bytes, and keeps nothing.
 * @param tooLarge what is said of a larger one
 */
export const readSmallFile = Effect.fn("http.readSmallFile")(function* (
  parts: Stream.Stream<Multipart.Part, Multipart.MultipartError>,
  most: number,
  tooLarge: Problem = moreThan(most),
) {
  let file: Uint8Array | undefined
  const read = Stream.runForEach(parts, (part) =>
    Effect.gen(function* () {
      if (part._tag !== "File") return yield* Effect.fail(noFile)
      if (file !== undefined) return yield* Effect.fail(problem("BadRequest", "Choose one file at a time."))
      file = Buffer.concat(yield* Stream.runCollect(part.content))
      if (file.length > most) return yield* Effect.fail(tooLarge)
    }),
  )
  yield* Effect.catchTag(read, "MultipartError", (failure) => Effect.fail(multipartProblem(tooLarge)(failure)))
  return file ?? (yield* Effect.fail(problem("BadRequest", "No file was sent. Choose a file.")))
})
