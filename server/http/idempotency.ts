import { Clock, Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Database } from "#server/store/Database.ts"
import { policy, type Call, type PolicyRow } from "#schemas/access.ts"
import type { Person } from "#schemas/api.ts"
import { problem } from "#schemas/problem.ts"

type Seen = { readonly body_hash: string; readonly reply: string | null }

/** After this long an unanswered command counts as lost with its process and may run again, in milliseconds. */
const abandonedAfterMillis = 60_000

/** When a caller whose command is still worked on may ask again. */
const askAgainSeconds = 2

/** As in the contract's `idempotency-key`. */
const mostKeyCharacters = 255

const differentRequest = problem("Invalid", "This Idempotency-Key was used for another request. Use a new key.")
const stillRunning = problem("NotAllowedNow", "The same request is still being worked on. Wait for its answer.")

/** Says when to ask again, so that a caller knows a command that is not decided from one that is refused. */
const wait = Effect.andThen(
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(askAgainSeconds))),
  ),
  Effect.fail(stillRunning),
)

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
 * 422. The reply stands or falls with what the command did, in one transaction,
 * so that a repetition after a crash finds both or neither (decision 022). A
 * command that failed is forgotten, so that it can be mended and sent again. A
 * person whose connection breaks meanwhile does not undo the command: it runs to
 * its end, and its answer waits for the repetition.
 *
 * An upload takes as long as its connection and ends with it; its reply is
 * stored after it.
 */
export const answerOnce = <E, R>(
  person: Person,
  call: Call,
  httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const row: PolicyRow = policy[call]
    const key = request.headers["idempotency-key"]
    // The contract refuses a longer one.
    if (key === undefined || key.length > mostKeyCharacters) return yield* httpEffect
    const command = { companyId: person.actingCompanyId, id: `${person.userId}:${key}`, hash: yield* hashOf(request) }
    const { company, everyCompany } = yield* Database
    const within = row.acrossCompanies === true ? everyCompany : company(command.companyId)
    return yield* Effect.uninterruptibleMask((restore) =>
      isUpload(request)
        ? claimedOnce(
            command,
            Effect.tap(restore(httpEffect), (response) => keepReply(command, response)),
          )
        : claimedOnce(command, within(Effect.tap(httpEffect, (response) => keepReply(command, response)))),
    )
  })

type Command = { readonly companyId: number; readonly id: string; readonly hash: string }

const forget = Effect.fnUntraced(function* ({ companyId, id }: Command) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`delete from commands where command_id = ${id} and reply is null`)
})

const keepReply = Effect.fnUntraced(function* (command: Command, response: HttpServerResponse.HttpServerResponse) {
  const { sql, company } = yield* Database
  const reply = textOf(response)
  yield* reply === undefined || response.status !== 200
    ? forget(command)
    : company(command.companyId)(sql`update commands set reply = ${reply} where command_id = ${command.id}`)
})

const claimedOnce = Effect.fnUntraced(function* <E, R>(
  command: Command,
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) {
  const { companyId, id, hash } = command
  const { sql, company } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const staleBefore = new Date(now - abandonedAfterMillis).toISOString()
  const claimed = yield* company(companyId)(
    sql`insert into commands (company_id, command_id, body_hash, at)
        values (${companyId}, ${id}, ${hash}, ${at})
        on conflict (company_id, command_id) do update set at = excluded.at
          where commands.reply is null and commands.body_hash = excluded.body_hash and commands.at < ${staleBefore}
        returning command_id`,
  )
  if (claimed.length > 0) return yield* Effect.onError(answer, () => forget(command))
  const [seen] = yield* company(companyId)(sql<Seen>`select body_hash, reply from commands where command_id = ${id}`)
  if (seen !== undefined && seen.body_hash !== hash) return yield* Effect.fail(differentRequest)
  if (seen === undefined || seen.reply === null) return yield* wait
  return HttpServerResponse.text(seen.reply, { contentType: "application/json" })
})
