import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import type { Reason } from "#schemas/outreach/recipient.ts"
import { reasonIn } from "#schemas/outreach/reasons.ts"
import { readHolds } from "#server/outreach/sendingHours/holdReason.queries.ts"
import { readMissing, type Place } from "./missingValues.queries.ts"

/** Someone of a campaign, with what is stored of why they are in their state. */
export type Stored = Place & {
  readonly channel: ChannelName
  /** Why excluded, or the carrier's code when failed. */
  readonly reason: string | null
  readonly heldUntil: Date | null
}

/**
 * Why some people of campaigns got nothing or wait, in words, with what would change it: the stored reason, with the
 * values that are missing, or what holds their message. Inside the company's transaction.
 */
export const readWhy = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  people: ReadonlyArray<Stored>,
) {
  const holdOf = yield* readHolds(
    sql,
    companyId,
    people.filter(({ reason, heldUntil }) => reason === null && heldUntil !== null),
  )
  const missingOf = yield* readMissing(
    sql,
    companyId,
    people.filter(({ reason }) => reason === "missingVariable"),
  )
  return (one: Stored): Reason | null =>
    one.reason === null ? holdOf(one) : reasonIn(factsOf(one.channel), one.reason, missingOf(one))
})
