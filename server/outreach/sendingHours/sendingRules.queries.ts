import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { Holiday } from "#schemas/administration/companyDraft.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { lawRules, type SendingRules } from "./sendingRules.rule.ts"
import { selectGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import type { CompanyId } from "#schemas/ids.ts"

type Row = {
  readonly from: string
  readonly to: string
  readonly holidays: ReadonlyArray<Holiday>
  readonly country: string
  readonly textCountries: ReadonlyArray<string>
}

/** The columns of a company's own hours, by channel. */
const hoursColumns = {
  SMS: `sending_from as "from", sending_to as "to"`,
  IVR: `calling_from as "from", calling_to as "to"`,
} as const satisfies Record<ChannelName, string>

/** The rules in force for what a company sends by a channel, now; inside its transaction. */
export const readSendingRules = (sql: PgClient, companyId: CompanyId, channel: ChannelName) =>
  Effect.gen(function* () {
    const [company] = yield* sql<Row>`
      select ${sql.literal(hoursColumns[channel])}, holidays, country, text_countries as "textCountries" from companies where company_id = ${companyId}`
    const { quietHours, capTexts, capDays } = yield* selectGlobalSettings(sql)
    const { from, to, country, textCountries, holidays } = company ?? lawRules
    return { country, textCountries, from, to, holidays, states: quietHours, capTexts, capDays } satisfies SendingRules
  })

/** When texts went, or began to go, to each of some numbers within the days of the cap before an instant, in milliseconds since 1970; nothing is read without a cap. */
export const readTextTimes = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  phones: ReadonlyArray<string>,
  { capTexts, capDays }: SendingRules,
  now: number,
) {
  if (capTexts === null || phones.length === 0) return new Map<string, ReadonlyArray<number>>()
  const since = new Date(now - capDays * 24 * 3_600_000).toISOString()
  const rows = yield* sql<{ phone: string; times: ReadonlyArray<number> }>`
    select asked.value as phone, got.times
    from jsonb_array_elements_text(${sql.json([...new Set(phones)])}) asked
    cross join lateral (
      select jsonb_agg((extract(epoch from left_at.at) * 1000)::bigint) as times from recipients r
      cross join lateral (select coalesce(r.sent_at,
        case when r.state in ('sending', 'unknown') or r.failed_code = 'unanswered' then r.started_at end) as at) left_at
      where r.phone = asked.value and r.company_id = ${companyId} and left_at.at > ${since}::timestamptz) got
    where got.times is not null`
  return new Map(rows.map(({ phone, times }) => [phone, times]))
})

/** How many texts went, or are going, to each of some numbers within the days of the cap before an instant. */
export const readTextsGot = (...asked: Parameters<typeof readTextTimes>) =>
  readTextTimes(...asked).pipe(
    Effect.map((times) => new Map([...times].map(([phone, { length }]) => [phone, length] as const))),
  )
