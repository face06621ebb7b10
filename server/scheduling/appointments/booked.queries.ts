import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Fragment } from "effect/sql/Statement"
import { bookedStatuses } from "#schemas/scheduling/appointment.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { appointmentProjection, liveStatuses } from "./appointment.projection.ts"

/**
 * The condition for appointments under this alias that take their patient’s time; the statuses are written out, as the
 * indexes `read_models_visits` and `read_models_seated` name them.
 */
export const takesTime = (sql: PgClient, alias: string): Fragment =>
  sql.literal(`${alias}.state in (${liveStatuses.map((status) => `'${status}'`).join(", ")})`)

/** The condition for appointments, under the alias `b`, that a recipient of a campaign made by its link and that are not cancelled. */
export const isBookedByLink = (sql: PgClient): Fragment =>
  sql`${rowsOf(sql, "b", appointmentProjection)} and ${sql.in("b.state", bookedStatuses)} and b.campaign_id is not null`

/** The condition, of the table `recipients` named `r`, for those who booked; it looks at appointments once, not for each. */
export const hasBooked = (sql: PgClient): Fragment => sql`
  (r.company_id, r.campaign_id, r.recipient_id) in (
    select b.company_id, b.campaign_id, b.recipient_id
    from read_models b where ${isBookedByLink(sql)})`
