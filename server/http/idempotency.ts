import { Clock, Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { Database } from "#server/store/Database.ts"
import { policy, type Call } from "#schemas/access.ts"
import type { PolicyRow } from "#schemas/policyRow.ts"
import { type CompanyId, ImportId, type PatientId, UserId } from "#schemas/ids.ts"
import type { SavedPatient } from "#schemas/people/patientDraft.ts"
import { notFound, problem, type Problem } from "#schemas/problem.ts"
import { reply } from "#schemas/reply.ts"
import { readLastTestCall } from "#server/outreach/testCalls/testCall.queries.ts"
import { readImport } from "#server/people/imports/import.queries.ts"
import { foundPatient } from "#server/people/patients/patient.queries.ts"

type Seen = { readonly body_hash: string; readonly reply: string | null }

/** After this long an unanswered command counts as lost with its process and may run again, in milliseconds. */
const abandonedAfterMillis = 60_000

/** When a caller whose command is still worked on may ask again. */
const askAgainSeconds = 2

/** As in the contract's `idempotency-key`. */
const maxKeyCharacters = 255

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

/** Calls that wait for a service elsewhere: a transaction would be open meanwhile, and a repetition makes a draft again. */
const asksElsewhere = (call: Call): boolean =>
  call === "Translate.TranslateText" || call === "Translate.TranslateMissing"

const hashOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = request.method === "GET" ? "" : yield* Effect.orDie(request.text)
  return createHash("sha256").update(`${request.method} ${request.url}\n${body}`).digest("hex")
})

const textOf = (response: HttpServerResponse.HttpServerResponse): string | undefined =>
  response.body._tag === "Uint8Array" ? new TextDecoder().decode(response.body.body) : undefined

/** Who sends a command, for which company: keys of two callers do not meet. */
type Asker = { readonly actingCompanyId: CompanyId; readonly userId: number | string }

/**
 * Answers a repeated command as it was answered first (docs/architecture.md#idempotency): the
 * same key with the same request gives the stored reply, with another request a
 * 422. The reply stands or falls with what the command did, in one transaction,
 * so that a repetition after a crash finds both or neither (decision 022). A
 * command that failed is forgotten, so that it can be corrected and sent again. A
 * person whose connection breaks meanwhile does not undo the command: it runs to
 * its end, and its answer waits for the repetition.
 *
 * An upload passes: its content is known once it has arrived, and its own
 * handler asks then (`uploadedOnce`).
 */
export const answerOnce = <E, R>(
  person: Asker,
  call: Call,
  httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const row: PolicyRow = policy[call]
    const key = request.headers["idempotency-key"]
    // The contract refuses a longer one.
    if (key === undefined || key.length > maxKeyCharacters || isUpload(request) || asksElsewhere(call))
      return yield* httpEffect
    const command = { companyId: person.actingCompanyId, id: `${person.userId}:${key}`, hash: yield* hashOf(request) }
    const { company, everyCompany } = yield* Database
    const within = row.acrossCompanies === true ? everyCompany : company(command.companyId)
    const answered = Effect.tap(httpEffect, (response) => keepReply(command, replyToKeep(call, response)))
    return yield* Effect.uninterruptible(
      claimedOnce(command, within(answered), (kept) => replyAgain(person, call, kept)),
    )
  })

/** What is kept of an answer that shows people in place of its text, and how a repetition makes the answer of it. */
type Kept = {
  readonly keep: (data: never) => unknown
  readonly again: (person: Asker, kept: never) => Effect.Effect<object | undefined, Problem, Database>
}
const importAnswer: Kept = {
  keep: ({ importId }: { readonly importId: ImportId }) => importId,
  again: ({ actingCompanyId }, importId: ImportId) => readImport(actingCompanyId, importId),
}
const patientAnswer: Kept = {
  keep: ({ patient, isNew }: SavedPatient) => ({ patientId: patient.patientId, isNew }),
  again: ({ actingCompanyId }, { patientId, isNew }: { readonly patientId: PatientId; readonly isNew: boolean }) =>
    Effect.map(foundPatient(actingCompanyId, patientId), (patient) => ({ patient, isNew })),
}

/** The phone that was called stands in the call's own row alone. */
const testCallAnswer: Kept = {
  keep: () => null,
  again: ({ actingCompanyId, userId }) =>
    typeof userId === "number" ? readLastTestCall(actingCompanyId, UserId.make(userId)) : Effect.undefined,
}

/** The calls whose answers show people: only ids are kept of them, and a repetition reads the people again. */
const keptOf: Partial<Record<Call, Kept>> = {
  "Database.CheckImport": importAnswer,
  "Database.RunImport": importAnswer,
  "Database.CancelImport": importAnswer,
  "Database.SavePatient": patientAnswer,
  "Outreach.PlaceTestCall": testCallAnswer,
}

/** Answers of these calls hold a secret that is shown once: they are not kept, and a repetition makes another one. */
const givesSecret = (call: Call): boolean => call === "Location.MakeCalendarFeed" || call === "User.MakeDirectoryToken"

const replyToKeep = (call: Call, response: HttpServerResponse.HttpServerResponse): string | undefined => {
  if (givesSecret(call)) return undefined
  const text = response.status === 200 ? textOf(response) : undefined
  const kept = keptOf[call]
  if (text === undefined || kept === undefined) return text
  return JSON.stringify(kept.keep((JSON.parse(text) as { readonly data: never }).data))
}

const replyAgain = Effect.fnUntraced(function* (person: Asker, call: Call, text: string) {
  const kept = keptOf[call]
  if (kept === undefined) return HttpServerResponse.text(text, { contentType: "application/json" })
  const found = yield* kept.again(person, JSON.parse(text) as never)
  return found === undefined ? yield* Effect.fail(notFound()) : HttpServerResponse.jsonUnsafe(reply(found))
})

/**
 * Stores a file that has arrived once for each key: `stored` gives its import,
 * and so does a repetition with the same content. The same key with another
 * content fails with Invalid.
 */
export const uploadedOnce = Effect.fnUntraced(function* <E, R>(
  person: Asker,
  key: string | undefined,
  contentHash: string,
  stored: Effect.Effect<ImportId, E, R>,
) {
  if (key === undefined) return yield* stored
  const command = { companyId: person.actingCompanyId, id: `${person.userId}:${key}`, hash: contentHash }
  const { company } = yield* Database
  const kept = company(command.companyId)(Effect.tap(stored, (importId) => keepReply(command, String(importId))))
  return yield* Effect.uninterruptible(
    claimedOnce(command, kept, (importId) => Effect.succeed(ImportId.make(Number(importId)))),
  )
})

type Command = { readonly companyId: CompanyId; readonly id: string; readonly hash: string }

const forget = Effect.fnUntraced(function* ({ companyId, id }: Command) {
  const { sql, company } = yield* Database
  yield* company(companyId)(sql`delete from commands where command_id = ${id} and reply is null`)
})

const keepReply = Effect.fnUntraced(function* (command: Command, kept: string | undefined) {
  const { sql, company } = yield* Database
  yield* kept === undefined
    ? forget(command)
    : company(command.companyId)(sql`update commands set reply = ${kept} where command_id = ${command.id}`)
})

const claimedOnce = Effect.fnUntraced(function* <A, E, R, E2, R2>(
  command: Command,
  answer: Effect.Effect<A, E, R>,
  again: (kept: string) => Effect.Effect<A, E2, R2>,
) {
  const { companyId, id, hash } = command
  const { sql, read, write } = yield* Database
  const now = yield* Clock.currentTimeMillis
  const at = new Date(now).toISOString()
  const staleBefore = new Date(now - abandonedAfterMillis).toISOString()
  const claimed = yield* write(
    companyId,
    sql`insert into commands (company_id, command_id, body_hash, at)
        select ${companyId}::int, ${id}::text, ${hash}::text, ${at}::timestamptz from tenant where tenant.seen is not null
        on conflict (company_id, command_id) do update set at = excluded.at
          where commands.reply is null and commands.body_hash = excluded.body_hash and commands.at < ${staleBefore}
        returning command_id`,
  )
  if (claimed.length > 0) return yield* Effect.onError(answer, () => forget(command))
  const [seen] = yield* read(
    companyId,
    sql<Seen>`select body_hash, reply from commands where company_id = ${companyId} and command_id = ${id}`,
  )
  if (seen !== undefined && seen.body_hash !== hash) return yield* Effect.fail(differentRequest)
  if (seen === undefined || seen.reply === null) return yield* wait
  return yield* again(seen.reply)
})
