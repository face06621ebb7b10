import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { soundsPath } from "#schemas/outreach/sound.ts"
import { answerFile } from "#server/http/byteRange.ts"
import { nothingHere } from "#server/http/plainAnswers.ts"
import { Database } from "#server/store/Database.ts"
import { openSound } from "./sound.queries.ts"

const hashIn = (url: string): string | undefined =>
  new RegExp(`^${soundsPath}/([0-9a-f]{64})\\.wav$`).exec(url.split("?")[0] ?? "")?.[1]

/** A sound never changes at its address. */
const headers = { "cache-control": "public, max-age=31536000, immutable", "x-robots-tag": "noindex" }

/**
 * The sounds of calls, which carriers fetch without a sign-in: who knows the hash has heard the sound. An address that
 * no sound has is answered as every address without anything.
 */
export const carrierSoundsLayer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const database = yield* Database
    const sound = Effect.gen(function* () {
      const { url, headers: asked } = yield* HttpServerRequest.HttpServerRequest
      const hash = hashIn(url)
      const found = hash === undefined ? undefined : yield* openSound("carrier", hash, "phone")
      if (found === undefined) return yield* nothingHere
      return yield* answerFile(found, { etag: `"${hash}"`, contentType: "audio/wav", headers }, asked)
    }).pipe(Effect.provideService(Database, database))
    yield* router.add("GET", `${soundsPath}/:sound`, sound)
  }),
)
