import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { parse } from "range-parser"

/** A file that is answered whole or in part; its bytes from one to another, both included. */
export type RangedFile = {
  readonly size: number
  readonly bytes: (start: number, end: number) => Effect.Effect<Uint8Array>
}

/** What is said of a file besides: its strong entity tag, and headers of the call. */
export type Saying = {
  readonly etag: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

type Asked = Readonly<Record<string, string | undefined>>

const names = (tags: string | undefined, etag: string): boolean =>
  tags?.split(",").some((one) => ["*", etag].includes(one.trim().replace(/^W\//, ""))) === true

/**
 * The one part that a request asks for (RFC 9110, 14.2). Several at once, and what is no range, are answered with the
 * whole file; a part of an older file as well.
 */
const partOf = (asked: Asked, size: number, etag: string) => {
  const { range, "if-range": expected } = asked
  if (range === undefined || (expected !== undefined && expected !== etag)) return "whole"
  const { code, type, ranges } = parse(size, range)
  if (type !== "bytes" || (code & 1) !== 0) return "whole"
  const [part, ...others] = ranges
  if (part === undefined) return "none"
  return others.length === 0 ? part : "whole"
}

/** Answers with a file as a request asks for it: not again where it is known, in part, or whole. */
export const answerFile = Effect.fnUntraced(function* (
  { size, bytes }: RangedFile,
  { etag, contentType, headers }: Saying,
  asked: Asked,
) {
  const all = { ...headers, etag, "accept-ranges": "bytes" }
  if (names(asked["if-none-match"], etag)) return HttpServerResponse.empty({ status: 304, headers: all })
  const part = partOf(asked, size, etag)
  if (part === "none")
    return HttpServerResponse.empty({ status: 416, headers: { ...all, "content-range": `bytes */${size}` } })
  if (part === "whole") return HttpServerResponse.uint8Array(yield* bytes(0, size - 1), { contentType, headers: all })
  const { start, end } = part
  return HttpServerResponse.uint8Array(yield* bytes(start, end), {
    ...{ status: 206, contentType },
    headers: { ...all, "content-range": `bytes ${start}-${end}/${size}` },
  })
})
