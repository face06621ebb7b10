import { Clock, DateTime, Effect } from "effect"
import { namedPast, type CompanyUse, type StateUse } from "#schemas/administration/companyUse.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { readSendingRules } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { hoursIn, stateOfZip, type SendingRules } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { dayIn } from "./contract.rule.ts"

type Asked = { readonly companyId: CompanyId; readonly timezone: string; readonly contractEnd: string | null }

/** The instant at which a day of a zone begins, so many days later; an unknown zone counts as UTC. */
const startOf = (day: string, timeZone: string, daysLater: number): string => {
  const date = DateTime.add(DateTime.makeUnsafe(`${day}T00:00:00Z`), { days: daysLater })
  const wall = DateTime.toPartsUtc(date)
  const zoned = DateTime.makeZoned(
    { year: wall.year, month: wall.month, day: wall.day },
    { timeZone, adjustForTimeZone: true },
  )
  return DateTime.formatIso(zoned._tag === "Some" ? DateTime.toUtc(zoned.value) : date)
}

/** Texts that left since an instant, from what is counted for each quarter of an hour. */
const readTexts = Effect.fnUntraced(function* (companyId: CompanyId, since: string) {
  const { sql } = yield* Database
  const [row] = yield* sql<{ texts: number }>`
    select coalesce(sum(people), 0)::int as texts from outcome_counts
    where company_id = ${companyId} and quarter >= ${since}::timestamptz and accepted`
  return row?.texts ?? 0
})

type Past = CompanyUse["pastEnd"]["first"][number] & { readonly campaigns: number }

/** Campaigns that are scheduled from an instant on, the next one first. */
const readPast = Effect.fnUntraced(function* (companyId: CompanyId, from: string) {
  const { sql } = yield* Database
  const rows = yield* sql<Past>`
    select h.hashed_id as "hashedId", c.row ->> 'name' as name, c.row ->> 'startAt' as "startAt",
      (count(*) over ())::int as campaigns
    from read_models c ${withHashedId(sql, "c", campaignProjection)}
    where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.state = 'scheduled'
      and (c.row ->> 'startAt')::timestamptz >= ${from}::timestamptz
    order by (c.row ->> 'startAt')::timestamptz, c.id limit ${namedPast}`
  return { campaigns: rows[0]?.campaigns ?? 0, first: rows.map(({ campaigns: _, ...first }) => first) }
})

type Counted = { readonly zip: string | null; readonly people: number }

/** A company's people by ZIP code; null for those without a known US ZIP. There are no more rows than ZIP codes. */
const readZips = Effect.fnUntraced(function* (companyId: CompanyId, country: string) {
  const { sql } = yield* Database
  return yield* sql<Counted>`
    select case when coalesce(address_country, ${country}) in ('US', 'PR', 'VI', 'GU', 'AS', 'MP')
        and coalesce(phone, '+1') like '+1%' and zip ~ '^[0-9]{5}' then left(zip, 5) end as zip, count(*)::int as people
    from patients where company_id = ${companyId} group by 1`
})

const statesOf = (zips: ReadonlyArray<Counted>, rules: SendingRules): Pick<CompanyUse, "states" | "elsewhere"> => {
  const people = new Map<string, number>()
  let elsewhere = 0
  for (const counted of zips) {
    const state = counted.zip === null ? undefined : stateOfZip(counted.zip)
    if (state === undefined) elsewhere += counted.people
    else people.set(state, (people.get(state) ?? 0) + counted.people)
  }
  const states = [...people].map(([state, count]): StateUse => ({ state, people: count, ...hoursIn(rules, state) }))
  return {
    states: states.toSorted((left, right) => right.people - left.people || (left.state < right.state ? -1 : 1)),
    elsewhere,
  }
}

/** What a company does with its contract, and when it texts the people of which states, by the rules in force now. */
export const readCompanyUse = Effect.fn("readCompanyUse")(function* ({ companyId, timezone, contractEnd }: Asked) {
  const { sql, company } = yield* Database
  const today = dayIn(timezone, yield* Clock.currentTimeMillis)
  return yield* company(companyId)(
    Effect.gen(function* () {
      const rules = yield* readSendingRules(sql, companyId, textFacts.name)
      const texts = yield* readTexts(companyId, startOf(`${today.slice(0, 8)}01`, timezone, 0))
      const pastEnd =
        contractEnd === null
          ? { campaigns: 0, first: [] }
          : yield* readPast(companyId, startOf(contractEnd, timezone, 1))
      const zips = yield* readZips(companyId, rules.country)
      return { today, texts, pastEnd, ...statesOf(zips, rules) } satisfies CompanyUse
    }),
  )
})
