import * as PgTypes from "@effect/sql-pg/PgTypes"
import { Effect, Result } from "effect"
import type {
  CampaignId,
  CompanyId,
  ImportId,
  InvitationId,
  ListId,
  PatientId,
  SenderId,
  TemplateId,
} from "#schemas/ids.ts"
import type { GroupId } from "#schemas/administration/group.ts"
import type { AppointmentId } from "#schemas/scheduling/appointment.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { SavedViewId } from "#schemas/reporting/savedView.ts"
import type { OutreachRunId } from "#schemas/scheduling/outreachRun.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { OfferId, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { Database } from "#server/store/Database.ts"

/** A cell for the database; objects go in as JSON. */
export type Cell = string | number | boolean | null | object

const written = (cell: Cell | undefined): string | null =>
  cell === null || cell === undefined ? null : typeof cell === "object" ? JSON.stringify(cell) : String(cell)

const texts = (values: ReadonlyArray<string | null>) => Result.getOrThrow(PgTypes.array(values, PgTypes.OID.text))

/** Rows in one statement; more would only make it longer, not faster. */
const batch = 5_000

/**
 * Inserts many rows into a table, thousands with each statement, in their order.
 * @param columns column names with their SQL types, for example `{ company_id: "int" }`
 */
export const insertRows = Effect.fn("demo.insertRows")(function* <Columns extends Readonly<Record<string, string>>>(
  table: string,
  columns: Columns,
  rows: ReadonlyArray<{ readonly [Name in keyof Columns]: Cell }>,
) {
  const { sql } = yield* Database
  const names = Object.keys(columns)
  const statement = `insert into ${table} (${names.join(", ")})
    select ${names.map((name) => `${name}::${columns[name]}`).join(", ")}
    from unnest(${names.map((_, index) => `$${index + 1}::text[]`).join(", ")}) as given (${names.join(", ")})`
  for (let start = 0; start < rows.length; start += batch) {
    const part = rows.slice(start, start + batch)
    yield* sql.unsafe(
      statement,
      names.map((name) => texts(part.map((row) => written(row[name])))),
    )
  }
})

/** The sequences, and what they number. */
type Numbered = {
  readonly appointment_ids: AppointmentId
  readonly campaign_ids: CampaignId
  readonly company_ids: CompanyId
  readonly import_ids: ImportId
  readonly invitation_ids: InvitationId
  readonly group_ids: GroupId
  readonly list_ids: ListId
  readonly location_ids: LocationId
  readonly multi_campaign_ids: MultiCampaignId
  readonly outreach_run_ids: OutreachRunId
  readonly saved_view_ids: SavedViewId
  readonly patient_ids: PatientId
  readonly sender_ids: SenderId
  readonly slot_ids: SlotId
  readonly template_ids: TemplateId
  readonly waitlist_entry_ids: WaitlistEntryId
  readonly offer_ids: OfferId
  readonly offer_round_ids: RoundId
}

/** Takes so many numbers from a sequence, ascending. */
export const takeIds = Effect.fn("demo.takeIds")(function* <Sequence extends keyof Numbered>(
  sequence: Sequence,
  count: number,
) {
  const { sql } = yield* Database
  const rows = yield* sql<{
    id: Numbered[Sequence]
  }>`select nextval(${sequence})::int as id from generate_series(1, ${count})`
  return rows.map(({ id }) => id).sort((left, right) => left - right)
})

/** The number that was taken for a place; throws when fewer were taken. */
export const idAt = <Id extends number>(ids: ReadonlyArray<Id>, place: number): Id => {
  const id = ids[place]
  if (id === undefined) throw new Error(`No number was taken for place ${place}`)
  return id
}
