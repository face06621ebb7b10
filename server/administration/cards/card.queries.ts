import { Clock, Effect } from "effect"
import type { CardInfo, CompanyCard } from "#schemas/administration/card.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { dayIn } from "#server/administration/companies/contract.rule.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { cardProjection, type CardRow } from "./card.projection.ts"
import { expiryOf, lastDayOf } from "./card.rule.ts"

/** What the audit keeps of each card, in the words of its fields. */
export type CardBody = Omit<CardInfo, "token" | "expMonth" | "expYear"> & { readonly lastMonth: string }

type Stored = {
  readonly timezone: string
  readonly version: number | null
  readonly row: CardRow | null
  readonly body: CardBody | null
}

const cardOf = ({ row, body }: Stored): CardInfo | null => {
  if (row === null || row.state !== "kept" || row.cardId === null || body === null) return null
  const { lastMonth, ...shown } = body
  const [expYear = 0, expMonth = 0] = lastMonth.split("-").map(Number)
  return { ...shown, expMonth, expYear, token: row.cardId }
}

/** Makes other changes of a company's card wait until this transaction is over; joins the command's transaction. */
export const lockCard = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql } = yield* Database
  yield* sql`select 1 from companies where company_id = ${companyId} for no key update`
})

/** The card of a company, which may have none; undefined for a company that there is not. */
export const readCard = Effect.fn("readCard")(function* (companyId: CompanyId) {
  const { sql, everyCompany } = yield* Database
  const [stored] = yield* everyCompany(
    sql<Stored>`
      select c.timezone, r.stream_version as version, r.row, v.body
      from companies c
      left join read_models r on r.company_id = c.company_id and ${rowsOf(sql, "r", cardProjection)} and r.id = c.company_id
      left join revisions v on v.company_id = c.company_id and v.kind = 'card' and v.id = c.company_id
        and v.revision = (r.row ->> 'revision')::int
      where c.company_id = ${companyId} and c.status <> 'retired'`,
  )
  if (stored === undefined) return undefined
  const card = cardOf(stored)
  const lastMonth = stored.body === null || card === null ? null : stored.body.lastMonth
  const today = dayIn(stored.timezone, yield* Clock.currentTimeMillis)
  return {
    companyId,
    version: stored.version ?? 0,
    card,
    expiry: lastMonth === null ? "later" : expiryOf(lastMonth, today),
    lastDay: lastMonth === null ? null : lastDayOf(lastMonth),
    addedOn: card === null ? null : (stored.row?.updatedOn ?? null),
  } satisfies Omit<CompanyCard, "fieldsUrl">
})
