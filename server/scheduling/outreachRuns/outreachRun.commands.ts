import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import {
  OutreachRunEvent,
  outreachRunLimits,
  type OutreachRunAction,
  type OutreachRunId,
  type SaveOutreachRun,
  type SkipOccurrence,
} from "#schemas/scheduling/outreachRun.ts"
import { contextOf, handle, orStaleVersion, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { Database } from "#server/store/Database.ts"
import { foundThing } from "#server/store/hashedIds.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { rowName, rowOpens } from "#server/store/readModels.ts"
import type { Stream } from "#server/store/stream.ts"
import { outreachRunDecider, type OutreachRunCommand, type OutreachRunFold } from "./outreachRun.decider.ts"
import { outreachRunProjection, type OutreachRunRow } from "./outreachRun.projection.ts"
import { foundOutreachRun, nextOutreachRunId } from "./outreachRun.queries.ts"

/** The streams of outreach runs: `outreachRun-7`. */
export const outreachRunStream: Stream<OutreachRunFold, OutreachRunCommand, OutreachRunEvent, OutreachRunRow> = {
  decider: outreachRunDecider,
  events: OutreachRunEvent,
  projection: outreachRunProjection,
  outside: "hashedId",
  activity: {
    name: rowName(outreachRunProjection),
    opens: rowOpens(outreachRunProjection),
    isNumbered: true,
  },
}

/** What became of a date stands in a row of its own, next to the event. */
const keepOccurrence = Effect.fnUntraced(function* (
  companyId: CompanyId,
  runId: OutreachRunId,
  event: OutreachRunEvent,
) {
  const { sql } = yield* Database
  const stored = (state: string, dueAt: string, reason: string | null, campaignId: number | null, date: string) => sql`
    insert into outreach_occurrences (company_id, run_id, date, state, due_at, reason, campaign_id)
    values (${companyId}, ${runId}, ${date}::date, ${state}, ${dueAt}::timestamptz, ${reason}, ${campaignId})`
  if (event._tag === "OccurrenceLaunched") yield* stored("launched", event.dueAt, null, event.campaignId, event.date)
  if (event._tag === "OccurrenceFailed") yield* stored("failed", event.dueAt, event.reason, null, event.date)
  if (event._tag === "OccurrenceMissed") yield* stored("missed", event.dueAt, null, null, event.date)
})

/** Gives an outreach run a command, and keeps what stands next to its events in step. */
export const commandOutreachRun = (context: CommandContext, runId: OutreachRunId, command: OutreachRunCommand) =>
  handle(outreachRunStream, runId, command, context, {
    beforeAppend: (events) =>
      orStaleVersion(
        Effect.forEach(events, (event) => keepOccurrence(context.actingCompanyId, runId, event), { discard: true }),
      ),
  })

const nameTaken = problem("AlreadyExists", "An outreach run with this name already exists.", {
  errors: [{ field: "name", message: "An outreach run with this name already exists." }],
})
const asNameTaken = (failure: Problem): Problem => (failure.problem === "AlreadyExists" ? nameTaken : failure)

const tooMany = problem(
  "NotAllowedNow",
  `A company can have ${outreachRunLimits.runs} outreach runs. Delete one that is not needed any more.`,
)

/** What a run refers to belongs to the company. */
const refuseUnknownParts = Effect.fnUntraced(function* (companyId: CompanyId, { hashedId, run }: SaveOutreachRun) {
  const { sql, read } = yield* Database
  const [have] = yield* read(
    companyId,
    sql<{ template: boolean; list: boolean; sender: boolean; runs: number }>`
      select exists (select from read_models where company_id = ${companyId} and category = 'template' and id = ${run.templateId}
                       and state <> 'deleted' and row ->> 'channel' = ${textFacts.name}) as template,
             exists (select from patient_lists where company_id = ${companyId} and list_id = ${run.listId}) as list,
             exists (select from senders where company_id = ${companyId} and sender_id = ${run.senderId}
                       and channel = ${textFacts.name}) as sender,
             (select count(*)::int from read_models where company_id = ${companyId} and category = 'outreachRun'
                and state <> 'deleted') as runs`,
  )
  const errors = [
    ...(have?.template === true ? [] : [{ field: "templateId", message: "Choose a published template." }]),
    ...(have?.list === true ? [] : [{ field: "listId", message: "Choose a list of patients." }]),
    ...(have?.sender === true ? [] : [{ field: "senderId", message: "Choose a number to send from." }]),
  ]
  const [first] = errors
  if (first !== undefined) return yield* Effect.fail(problem("Invalid", first.message, { errors }))
  if (hashedId === null && (have?.runs ?? 0) >= outreachRunLimits.runs) return yield* Effect.fail(tooMany)
})

const foundId = (companyId: CompanyId, hashedId: string) =>
  foundThing<OutreachRunId>(companyId, outreachRunProjection, hashedId)

/**
 * Saves an outreach run, new or changed, with the rights of the person. Fails with NotFound, with AlreadyExists for a
 * taken name, with Invalid for what the company does not have or where no date is to come, and with StaleVersion.
 */
export const saveOutreachRun = Effect.fn("saveOutreachRun")(function* (
  person: Person,
  asked: SaveOutreachRun,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const known = asked.hashedId === null ? undefined : yield* foundId(companyId, asked.hashedId)
  yield* refuseUnknownParts(companyId, asked)
  const runId = known ?? (yield* nextOutreachRunId(companyId))
  const now = yield* isoNow
  const command = { _tag: "SaveOutreachRun", runId, facts: asked.run, userId: person.userId, now } as const
  yield* commandOutreachRun(contextOf(person, options), runId, command).pipe(Effect.mapError(asNameTaken))
  return (yield* foundOutreachRun(companyId, runId)).run
})

/** Pauses, resumes, ends or deletes an outreach run; who resumes it gives it their rights. */
export const changeOutreachRun = Effect.fn("changeOutreachRun")(function* (
  person: Person,
  hashedId: string,
  action: OutreachRunAction,
  options: CommandOptions,
) {
  const runId = yield* foundId(person.actingCompanyId, hashedId)
  const resumed = { _tag: "ResumeOutreachRun", userId: person.userId, now: yield* isoNow } as const
  const commands = {
    pause: { _tag: "PauseOutreachRun" },
    resume: resumed,
    end: { _tag: "StopOutreachRun" },
    delete: { _tag: "DeleteOutreachRun" },
  } as const
  yield* commandOutreachRun(contextOf(person, options), runId, commands[action])
})

/** Leaves out one date to come of an outreach run, or lets it take place after all. */
export const skipOccurrence = Effect.fn("skipOccurrence")(function* (
  person: Person,
  { hashedId, date, skip }: SkipOccurrence,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const runId = yield* foundId(companyId, hashedId)
  const command = { _tag: skip ? "SkipOccurrence" : "UnskipOccurrence", date, now: yield* isoNow } as const
  yield* commandOutreachRun(contextOf(person, options), runId, command)
  return (yield* foundOutreachRun(companyId, runId)).run
})
