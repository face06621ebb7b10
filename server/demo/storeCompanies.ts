import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import { readCompany } from "#server/administration/companies/company.queries.ts"
import { keepRevision } from "#server/administration/activity/revision.queries.ts"
import { companyStream } from "#server/administration/companies/company.commands.ts"
import { contractOn, dayIn } from "#server/administration/companies/contract.rule.ts"
import { idAt, insertRows, takeIds } from "./bulk.ts"
import { demoCompanies, type DemoCompany } from "./companies.ts"
import type { Random } from "./random.ts"
import { playCommands, type StreamRows } from "./streams.ts"
import type { CompanyId, UserId } from "#schemas/ids.ts"

/** A company of the demo with its id, and its contract by days. */
export type StoredCompany = DemoCompany & {
  readonly companyId: CompanyId
  readonly contractStart: string
  readonly contractEnd: string
}

const columns = {
  company_id: "int",
  hashed_id: "text",
  name: "text",
  code: "text",
  timezone: "text",
  contract_start: "date",
  contract_end: "date",
  status: "text",
  addresses: "jsonb",
  confirm_above: "int",
  updated_at: "timestamptz",
} as const

const dayFrom = (now: number, zone: string, days: number): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().add({ days }).toString()

const day = 24 * 3_600_000
/** When the companies were set up: before everything else that the demo holds, milliseconds since 1970. */
const signedAt = (now: number): number => now - 1_530 * day
const midnight = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** The companies' own streams: set up once, then judged as their contracts began and ended. */
export const companyStreams = (companies: ReadonlyArray<StoredCompany>, actorId: UserId, now: number) =>
  companies.map(({ companyId, contractStart, contractEnd }): StreamRows => {
    const dates = { contractStart, contractEnd }
    const judged = [contractStart, contractEnd].map((date) => midnight(date) + day).filter((at) => at <= now)
    const save = { _tag: "SaveCompany", companyId, changed: [], today: "2000-01-01", ...dates } as const
    return playCommands(companyStream, companyId, companyId, [
      { at: signedAt(now), actorId, command: save },
      ...judged.map((at) => ({
        at,
        actorId: null,
        command: { _tag: "JudgeContract", today: new Date(at).toISOString().slice(0, 10) } as const,
      })),
    ])
  })

/** Keeps what the companies look like as their first revision. */
export const keepFirstRevisions = (companies: ReadonlyArray<StoredCompany>, now: number) =>
  Effect.forEach(
    companies,
    Effect.fnUntraced(function* ({ companyId }) {
      const stored = yield* readCompany(companyId)
      const body = stored?.company ?? (yield* Effect.die(`Company ${companyId} was not stored`))
      yield* keepRevision({ companyId, kind: "company", id: companyId }, 1, body, new Date(signedAt(now)).toISOString())
    }),
    { discard: true },
  )

/** Stores the demo's companies, with contracts around the day of seeding. */
export const storeCompanies = Effect.fn("demo.storeCompanies")(function* (random: Random, now: number) {
  const ids = yield* takeIds("company_ids", demoCompanies.length)
  const stored = demoCompanies.map((company, place): StoredCompany => ({
    ...company,
    companyId: idAt(ids, place),
    contractStart: dayFrom(now, company.timezone, company.contractStartDay),
    contractEnd: dayFrom(now, company.timezone, company.contractEndDay),
  }))
  const rows = stored.map(({ companyId, name, code, timezone, contractStart, contractEnd, confirmAbove, address }) => ({
    company_id: companyId,
    hashed_id: random.text(22),
    name,
    code,
    timezone,
    contract_start: contractStart,
    contract_end: contractEnd,
    status: contractOn({ contractStart, contractEnd }, dayIn(timezone, now)),
    addresses: [{ hashedId: random.text(22), label: "Main office", line2: "", country: "US", ...address }],
    confirm_above: confirmAbove ?? null,
    updated_at: new Date(signedAt(now)).toISOString(),
  }))
  yield* insertRows("companies", columns, rows)
  return stored
})
