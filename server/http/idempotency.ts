import { Clock, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Database } from "#server/store/Database.ts"
import type { Person } from "#schemas/api.ts"
import { problem } from "#schemas/problem.ts"

type Seen = { readonly body_hash: string; readonly reply: string | null }

/** After this long an unanswered command counts as lost with its process and may run again, in milliseconds. */
const abandonedAfterMillis = 60_000

/** As in the contract's `idempotency-key`. */
const mostKeyCharacters = 255

const differentRequest = problem("Invalid", "This Idempotency-Key was used for another request. Use a new key.")
const stillRunning = problem("NotAllowedNow", "The same request is still being worked on. Wait for its answer.")

const isUpload = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  headers["content-type"]?.startsWith("multipart/") === true

const hashOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body =
    request.method === "GET" || isUpload(request)
      ? (request.headers["content-length"] ?? "")
      : yield* Effect.orDie(request.text)
  return createHash("sha256").update(`${request.method} ${request.url}\n${body}`).digest("hex")
})

const textOf = (response: HttpServerResponse.HttpServerResponse): string | undefined =>
  response.body._tag === "Uint8Array" ? new TextDecoder().decode(response.body.body) : undefined

/**
 * Answers a repeated command as it was answered first (architecture §3.6): the
 * same key with the same request gives the stored reply, with another request a
 * 422. A command that failed is forgotten, so that it can be mended and sent
 * again. A person whose connection breaks meanwhile does not undo the command:
 * it runs to its end, and its answer waits for the repetition; an upload ends
 * with its connection.
 */
export const answerOnce = <E, R>(
  person: Person,
  httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const key = request.headers["idempotency-key"]
    // The contract refuses a longer one.
    if (key === undefined || key.length > mostKeyCharacters) return yield* httpEffect
    const commandId = `${person.userId}:${key}`
    const bodyHash = yield* hashOf(request)
    return yield* Effect.uninterruptibleMask((restore) =>
      claimedOnce(person, commandId, bodyHash, isUpload(request) ? restore(httpEffect) : httpEffect),
    )
  })

const claimedOnce = Effect.fnUntraced(function* <E, R>(
  person: Person,
  commandId: string,
  bodyHash: string,
  httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  const database = yield* Database
  const { sql } = database
  const inCompany = database.company(person.actingCompanyId)
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const staleBefore = new Date(now - abandonedAfterMillis).toISOString()
  const claimed = yield* inCompany(
    sql`insert into commands (company_id, command_id, body_hash, at)
        values (${person.actingCompanyId}, ${commandId}, ${bodyHash}, ${at})
        on conflict (company_id, command_id) do update set at = excluded.at
          where commands.reply is null and commands.body_hash = excluded.body_hash and commands.at < ${staleBefore}
        returning command_id`,
  )
  if (claimed.length === 0) {
    const [seen] = yield* inCompany(sql<Seen>`select body_hash, reply from commands where command_id = ${commandId}`)
    if (seen !== undefined && seen.body_hash !== bodyHash) return yield* Effect.fail(differentRequest)
    if (seen === undefined || seen.reply === null) return yield* Effect.fail(stillRunning)
    return HttpServerResponse.text(seen.reply, { contentType: "application/json" })
  }
  const forget = inCompany(sql`delete from commands where command_id = ${commandId} and reply is null`)
  const response = yield* Effect.onError(httpEffect, () => forget)
  const reply = textOf(response)
  if (reply === undefined || response.status !== 200) yield* forget
  else yield* inCompany(sql`update commands set reply = ${reply} where command_id = ${commandId}`)
  return response
})
