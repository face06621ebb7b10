import { Clock, Effect } from "effect"
import { retention } from "#schemas/constants.ts"
import { Database } from "#server/store/Database.ts"
import type { CampaignId, CompanyId, TemplateId, UserId } from "#schemas/ids.ts"
import { isoNow } from "#server/store/isoNow.ts"

/** What an id can be reserved for (docs/architecture.md#ids). */
export type ReservationKind = keyof Reserved
type Reserved = { readonly Campaign: CampaignId; readonly Template: TemplateId; readonly Company: CompanyId }

const sequences = { Campaign: "campaign_ids", Template: "template_ids", Company: "company_ids" } as const

/** Reserves the next id for a person of a company. */
export const reserveId = Effect.fn("reserveId")(function* <Kind extends ReservationKind>(
  companyId: CompanyId,
  userId: UserId,
  kind: Kind,
) {
  const { sql, company } = yield* Database
  const at = yield* isoNow
  const [row] = yield* company(companyId)(
    sql<{ id: Reserved[Kind] }>`
      insert into reservations (company_id, kind, id, user_id, at)
      values (${companyId}, ${kind}, nextval(${sequences[kind]}::regclass), ${userId}, ${at}::timestamptz)
      returning id`,
  )
  return row?.id ?? (yield* Effect.die(`No id could be reserved for a ${kind}`))
})

/** Whether the person holds the reservation of an id. */
export const holdsReservation = Effect.fn("holdsReservation")(function* (
  companyId: CompanyId,
  userId: UserId,
  kind: ReservationKind,
  id: number,
) {
  const { sql, company } = yield* Database
  const since = new Date((yield* Clock.currentTimeMillis) - retention.reservationMillis).toISOString()
  const rows = yield* company(companyId)(
    sql`select 1 from reservations where company_id = ${companyId} and kind = ${kind} and id = ${id}
        and user_id = ${userId} and at > ${since}::timestamptz`,
  )
  return rows.length > 0
})
