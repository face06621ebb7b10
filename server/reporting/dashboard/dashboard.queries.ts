import { Clock, Effect } from "effect"
import type { Rights } from "#schemas/access.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { answered, peopleIn, sharesOfPeople } from "#schemas/outreach/progress.ts"
import type { Dashboard } from "#schemas/reporting/report.ts"
import { cardsFor, needsYou, type Attention } from "./dashboard.rule.ts"
import { dayOf, daysOf, wholeDays, type DayRange } from "#server/reporting/report/dayRange.rule.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { importProjection } from "#server/people/imports/import.projection.ts"
import { readCompany, readTally } from "#server/reporting/report/reportTables.queries.ts"

type Counted = Omit<Attention, "contractDaysLeft" | "failedToday"> & {
  readonly running: number
  readonly held: number
  readonly patients: number
}

/** What was handed to the carrier on a day, and what has become of it so far, counted as the report counts. */
const readMessages = Effect.fnUntraced(function* (companyId: CompanyId, range: DayRange) {
  const { counts } = yield* readTally({ companyId, campaignId: null, range })
  const [delivered, underway, failed] = [
    peopleIn(counts, sharesOfPeople.delivered),
    peopleIn(counts, sharesOfPeople.underway),
    peopleIn(counts, sharesOfPeople.failed),
  ]
  return {
    sent: delivered + underway + failed,
    delivered,
    underway,
    failed,
    replied: peopleIn(counts, answered),
    optedOut: peopleIn(counts, ["optedOut"]),
  } satisfies Dashboard["messagesToday"]
})

/** Counts by category and state of the read models, and of the tables next to them, in one statement. */
const readCounts = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const inState = (projection: Parameters<typeof rowsOf>[2], ...states: ReadonlyArray<string>) =>
    sql`(select count(*)::float8 from read_models where company_id = ${companyId} and ${rowsOf(sql, "read_models", projection)} and ${sql.in("state", states)})`
  const people = (state: string) =>
    sql`(select coalesce(sum(people), 0)::float8 from campaign_counts where company_id = ${companyId} and state = ${state})`
  const [row] = yield* company(companyId)(
    sql<Counted>`
      select ${inState(campaignProjection, "running")} as running,
             ${inState(campaignProjection, "paused")} as "pausedCampaigns",
             ${inState(campaignProjection, "draft")} as "draftCampaigns",
             ${inState(templateProjection, "draft", "revised")} as "draftTemplates",
             ${inState(importProjection, "uploaded", "checked")} as "waitingImports",
             ${people("held")} as held,
             ${people("unknown")} as "unknownRecipients",
             (select count(*)::float8 from patients where company_id = ${companyId}) as patients`,
  )
  return row ?? (yield* Effect.die("Counting gave no row"))
})

const readLastImport = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ listName: string; on: Date; people: number }>`
      select i.list_name as "listName", m.updated_at as "on", coalesce(l.people, 0)::float8 as people
      from read_models m
      join imports i on i.company_id = ${companyId} and i.import_id = m.id
      left join patient_lists l on l.company_id = ${companyId} and l.name = i.list_name
      where m.company_id = ${companyId} and ${rowsOf(sql, "m", importProjection)} and m.state = 'done'
      order by m.updated_at desc limit 1`,
  )
  return row === undefined ? null : { ...row, on: row.on.toISOString() }
})

const daysLeft = (today: string, contractEnd: string | null): number | null =>
  contractEnd === null ? null : contractEnd < today ? 0 : daysOf({ startDate: today, endDate: contractEnd }).length - 1

/** The dashboard of a company for a person: only the cards they may see (docs/policy.md#home). */
export const makeDashboard = Effect.fn("reporting.makeDashboard")(function* (companyId: CompanyId, rights: Rights) {
  const now = yield* Clock.currentTimeMillis
  const { timezone: zone, contractEnd } = yield* readCompany(companyId)
  const today = dayOf(now, zone)
  const messages = yield* readMessages(companyId, wholeDays(today, today, zone))
  const counts = yield* readCounts(companyId)
  const lastImport = yield* readLastImport(companyId)
  const attention = { ...counts, failedToday: messages.failed, contractDaysLeft: daysLeft(today, contractEnd) }
  const cards = cardsFor(rights)
  return {
    asOf: new Date(now).toISOString(),
    zone,
    ...(cards.has("runningCampaigns") ? { runningCampaigns: counts.running } : {}),
    ...(cards.has("messagesToday") ? { messagesToday: messages } : {}),
    ...(cards.has("heldByQuietHours") ? { heldByQuietHours: counts.held } : {}),
    ...(cards.has("patients") ? { patients: counts.patients } : {}),
    ...(cards.has("lastImport") ? { lastImport } : {}),
    contractEnd,
    needsYou: needsYou(attention, rights),
  } satisfies Dashboard
})
