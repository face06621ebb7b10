import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { recordLocked } from "#server/delivery/ledger.ts"
import { ledgerColumns, type LedgerRow } from "#server/delivery/recipientRows.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { Database } from "#server/store/Database.ts"
import { addresseeOf } from "./addressee.queries.ts"
import { personOf, planNow, readRun, type OngoingText } from "./ongoing.queries.ts"
import { planOne, writePlanned } from "./plannedRecipients.queries.ts"

/** Wakes the sending engine for people who came to an ongoing campaign; it is no event. */
export const tellAdded = (sql: PgClient, companyId: CompanyId, campaignId: CampaignId) =>
  notifyChanges(sql, [{ companyId, stream: `recipients-${campaignId}`, type: "RecipientAdded", version: 0, pos: 0 }])

/** What became of the wish to text a person: it stands in the campaign now or before, or the campaign takes no one. */
export type Added = "added" | "known" | "closed"

const isKnown = (sql: PgClient, companyId: CompanyId, { campaignId, patientId, key }: OngoingText) =>
  sql`select from recipients where patient_id = ${patientId} and campaign_id = ${campaignId} and company_id = ${companyId} and key = ${key}`.pipe(
    Effect.map((rows) => rows.length > 0),
  )

/**
 * Gives a person a place in an ongoing campaign, once for each key: judged now as when a list is planned, and again
 * when the text may leave. Joins the open transaction of the company.
 */
export const addOngoingText = Effect.fn("addOngoingText")(function* (companyId: CompanyId, text: OngoingText) {
  const database = yield* Database
  const { sql } = database
  const { campaignId, patientId, key, about, values, notAfter } = text
  const add = Effect.gen(function* () {
    const run = yield* readRun(sql, companyId, campaignId, true)
    if (run === undefined) return "closed" satisfies Added
    if (yield* isKnown(sql, companyId, text)) return "known" satisfies Added
    const person = yield* personOf(sql, companyId, patientId, run)
    if (person === undefined) return "closed" satisfies Added
    const plan = yield* planNow(companyId, campaignId, run)
    const row = planOne(addresseeOf(person), run.total + 1, plan, { key, about, values, notAfter })
    yield* writePlanned(sql, companyId, campaignId, [row], plan.at)
    yield* tellAdded(sql, companyId, campaignId)
    return "added" satisfies Added
  })
  return yield* inCompany(database, companyId, add)
})

/**
 * Takes back texts of ongoing campaigns about something that wait: all of them, or those that waited in the same
 * campaign before the one with a key. What is being sent already goes. Gives how many were taken back.
 */
export const cancelOngoingTexts = Effect.fn("cancelOngoingTexts")(function* (
  companyId: CompanyId,
  { about, olderThan }: { readonly about: string; readonly olderThan?: string },
) {
  const database = yield* Database
  const { sql } = database
  const cancel = Effect.gen(function* () {
    const at = new Date(yield* Clock.currentTimeMillis).toISOString()
    const rows = yield* sql<LedgerRow>`
      select ${sql.literal(ledgerColumns)} from recipients r
      where r.about = ${about} and r.company_id = ${companyId} and r.state in ('queued', 'held')
        ${
          olderThan === undefined
            ? sql``
            : sql`and (r.campaign_id, r.key <> ${olderThan}) in (
                select campaign_id, true from recipients n where n.about = ${about} and n.company_id = ${companyId} and n.key = ${olderThan})`
        }
      order by r.campaign_id, r.recipient_id for update of r`
    const entries = rows.map((row) => ({
      campaignId: row.campaign_id,
      recipientId: row.recipient_id,
      facts: [{ _tag: "RecipientCancelled" } as const],
    }))
    yield* recordLocked(sql, companyId, at, rows, entries)
    return rows.length
  })
  return yield* inCompany(database, companyId, cancel)
})

/**
 * Lets texts of ongoing campaigns speak of another instant of what they are about, whatever has become of them: what was
 * said of the old one is said of the new one, and none is added twice: a key that names the instant names what it is of
 * too. Joins the open transaction of the company.
 */
export const moveOngoingTexts = Effect.fn("moveOngoingTexts")(function* (
  companyId: CompanyId,
  { about, from, to }: { readonly about: string; readonly from: string; readonly to: string },
) {
  const { sql } = yield* Database
  yield* Effect.orDie(sql`
    update recipients r set not_after = ${to}::timestamptz, key = replace(r.key, ${from}, ${to})
    where r.about = ${about} and r.company_id = ${companyId} and r.not_after = ${from}::timestamptz`)
})
