import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import { unreachable } from "#schemas/session/problems.ts"

/** The name a content-disposition gives: RFC 6266's encoded form first, then the plain one. */
export const fileNameOf = (disposition: string | undefined, fallback: string): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? "")?.[1] ?? fallback
}

/** Hands a file to the browser's downloads. */
const handOver = (parts: ReadonlyArray<Uint8Array>, type: string, name: string) =>
  Effect.sync(() => {
    const address = URL.createObjectURL(new Blob(parts as Array<Uint8Array<ArrayBuffer>>, { type }))
    const link = document.createElement("a")
    link.href = address
    link.download = name
    link.click()
    URL.revokeObjectURL(address)
  })

/** Saves a text that was made here as a file. */
export const saveText = (text: string, type: string, name: string): Effect.Effect<void> =>
  handOver([new TextEncoder().encode(text)], type, name)

/**
 * Reads a file answer to its end and saves it under the name the server gives it (docs/policy.md#exports).
 * Fails with `Unreachable` when it breaks off: half a file is not saved.
 */
export const saveDownload = <E, R, E2>(
  answer: Effect.Effect<readonly [Stream.Stream<Uint8Array, E2>, HttpClientResponse.HttpClientResponse], E, R>,
  fallback: string,
) =>
  Effect.gen(function* () {
    const [bytes, response] = yield* answer
    const parts = yield* Effect.mapError(Stream.runCollect(bytes), unreachable)
    const name = fileNameOf(response.headers["content-disposition"], fallback)
    yield* handOver([...parts], response.headers["content-type"] ?? "application/octet-stream", name)
    return name
  })
