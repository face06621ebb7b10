import { Effect } from "effect"
import type { CompanyId, SenderId, TemplateId, UserId } from "#schemas/ids.ts"
import { sentStates } from "#schemas/language/translationFacts.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { callFacts } from "#schemas/outreach/callFacts.ts"
import type { TestCall, TestCallEnding, TestCallState } from "#schemas/outreach/testCall.ts"
import { readSenders } from "#server/outreach/campaigns/campaign.queries.ts"
import { decodeCallTranslation } from "#server/outreach/translations/callTranslation.rule.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"

/** The numbers that a company calls from. */
export const readCallingNumbers = (companyId: CompanyId) =>
  Effect.map(readSenders(companyId), (senders) => senders.filter(({ channel }) => channel === callChannel))

/** What a version of a call flow says in its other languages, as patients may hear it. */
export const readWordsByLanguage = Effect.fn("readWordsByLanguage")(function* (
  companyId: CompanyId,
  { templateId, version }: { readonly templateId: TemplateId; readonly version: number },
) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ language: string; text: string }>`
      select language, text from template_translations
      where company_id = ${companyId} and template_id = ${templateId} and version = ${version}
        and state in ${sql.in(sentStates)} order by language`,
  )
  return new Map(rows.map(({ language, text }) => [language, decodeCallTranslation(text)]))
})

type Stored = {
  readonly templateId: TemplateId
  readonly senderId: SenderId
  readonly phone: string
  readonly calledOn: string
  readonly status: string
  readonly code: string | null
  readonly seconds: number | null
  readonly isOver: boolean
}

const endings: Readonly<Record<string, TestCallEnding>> = {
  completed: "completed",
  machine: "machine",
  busy: "busy",
  "no-answer": "notAnswered",
  lost: "lost",
}
const states: Readonly<Record<string, TestCallState>> = { ringing: "ringing", "in-progress": "answered" }

const testCallOf = ({ status, code, isOver, ...call }: Stored): TestCall => {
  if (!isOver) return { ...call, state: states[status] ?? "calling", ending: null, reason: null }
  const ending = endings[status] ?? "failed"
  const reason = ending === "failed" ? callFacts.describe(code ?? status).words : null
  return { ...call, state: "over", ending, reason }
}

/** A person's newest test call in a company, of whichever call flow; undefined for none. */
export const readLastTestCall = Effect.fn("readLastTestCall")(function* (companyId: CompanyId, userId: UserId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<Stored>`
      select template_id as "templateId", sender_id as "senderId", phone, ${sql.literal(isoColumn("at"))} as "calledOn",
        status, code, seconds, ended_at is not null as "isOver"
      from test_calls where company_id = ${companyId} and user_id = ${userId} order by at desc, call_id limit 1`,
  )
  return row === undefined ? undefined : testCallOf(row)
})
