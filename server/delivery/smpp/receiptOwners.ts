import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { StatusReport } from "#schemas/outreach/delivery.ts"
import { segmentCount } from "#server/outreach/templates/segments.rule.ts"
import type { Database } from "#server/store/Database.ts"
import { inCompany } from "../inCompany.ts"
import { markSeen } from "../statusReports.ts"
import { type HandedOver, meaningOf, sameId } from "./handedOver.rule.ts"

export type Receipt = Extract<HandedOver, { readonly _tag: "Receipt" }>

/** A text of ours to the phone that a receipt is about. */
type SentText = {
  /** Which receipt was asked for. */
  readonly place: number
  readonly companyId: CompanyId
  readonly key: string
  readonly sid: string | null
  readonly segments: number | null
  readonly body: string | null
  readonly isSending: boolean
}

/** The texts sent in the last days to the phones that receipts are about, newest first: SMSCs give up after as long. */
const sentTexts = ({ sql, everyCompany }: Database["Service"], at: string, receipts: ReadonlyArray<Receipt>) => {
  const asked = receipts.map(({ phone, to }, place) => ({ place, phone, number: to }))
  return everyCompany(sql<SentText>`
    select asked.place, s.company_id as "companyId", sent.key, sent.sid, sent.segments, sent.body, sent.sending as "isSending"
    from jsonb_to_recordset(${sql.json(asked)}) as asked (place integer, phone text, number text)
    join senders s on s.e164 = asked.number and s.carrier = 'smpp'
    cross join lateral (
      select r.send_key as key, r.sid, r.segments, null as body, r.state = 'sending' as sending, r.started_at as at
      from recipients r join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
      where r.phone = asked.phone and r.company_id = s.company_id and coalesce(r.sender_id, c.sender_id) = s.sender_id and r.send_key is not null
        and r.state not in ('queued', 'held', 'cancelled', 'excluded')
        and (r.state <> 'failed' or r.sid is not null or r.failed_code = 'unanswered')
      union all
      select n.send_key, n.sid, null, n.body, n.state = 'sending', n.at
      from notices n
      where n.phone = asked.phone and n.company_id = s.company_id and n.sender_id = s.sender_id and n.send_key is not null
        and n.state <> 'queued' and (n.state <> 'failed' or n.sid is not null)) sent
    where sent.at > ${at}::timestamptz - interval '7 days'
    order by asked.place, sent.at desc`)
}

const sidsOf = ({ sid }: SentText): ReadonlyArray<string> => (sid === null ? [] : sid.split(","))

/** How many messages the text is to the SMSC. */
const partsOf = (text: SentText): number =>
  Math.max(
    1,
    sidsOf(text).length,
    text.segments ?? (text.sid === null && text.body !== null ? segmentCount(text.body) : 1),
  )

/** Whether a name that the SMSC gave to a part of it is not known: its answer was lost, or is still to come. */
const lacksNames = (text: SentText): boolean => sidsOf(text).length < partsOf(text)

/** Whose receipt it is; `Later` while the answers that say so are still to come. */
type Owner =
  | { readonly _tag: "Found"; readonly text: SentText; readonly sid: string }
  | { readonly _tag: "Later" }
  | { readonly _tag: "NoText" }

/**
 * The text that a receipt is about, by the name that the SMSC gave it. A receipt may come before the answer that holds
 * the name, or the answer was lost: then it is that of the one text to this phone whose name is not known.
 */
const ownerOf = ({ id }: Receipt, texts: ReadonlyArray<SentText>): Owner => {
  const sid = sameId(texts.flatMap(sidsOf), id)
  const named = sid === undefined ? undefined : texts.find((text) => sidsOf(text).includes(sid))
  if (sid !== undefined && named !== undefined) return { _tag: "Found", text: named, sid }
  const nameless = texts.filter(lacksNames)
  const [text] = nameless
  if (text === undefined) return { _tag: "NoText" }
  if (nameless.length > 1 || (text.isSending && partsOf(text) > 1)) return { _tag: "Later" }
  return { _tag: "Found", text, sid: id }
}

/** Notes that a part of a long text arrived; gives whether all of them did. */
const hasArrived = Effect.fnUntraced(function* (
  database: Database["Service"],
  at: string,
  text: SentText,
  sid: string,
) {
  const prefix = `smpp-part ${text.key} `
  const { sql } = database
  return yield* inCompany(
    database,
    text.companyId,
    Effect.gen(function* () {
      yield* markSeen(sql, text.companyId, [prefix + sid], at)
      const ids = sidsOf(text).map((one) => prefix + one)
      const [counted] = yield* sql<{ arrived: number }>`
        select count(*)::int as arrived from webhooks_seen
        where company_id = ${text.companyId}
          and ${lacksNames(text) ? sql`starts_with(id, ${prefix})` : sql`id in (select jsonb_array_elements_text(${sql.json(ids)}))`}`
      return (counted?.arrived ?? 0) >= partsOf(text)
    }),
  )
})

/** A receipt with the report that it is; none while the text that it is about is not known yet. */
export type Read = { readonly report: StatusReport | undefined }

/**
 * Reads receipts as reports of texts. A long text has arrived when each of its parts has, and failed with the first
 * part that did. A receipt of no text of ours has no key: it is kept aside.
 * @param at when, as an ISO instant
 */
export const readReceipts = Effect.fn("readReceipts")(function* (
  database: Database["Service"],
  at: string,
  receipts: ReadonlyArray<Receipt>,
) {
  const texts = receipts.length === 0 ? [] : yield* sentTexts(database, at, receipts)
  const byPlace = Map.groupBy(texts, ({ place }) => place)
  return yield* Effect.forEach(
    receipts,
    Effect.fnUntraced(function* (receipt, place) {
      const { status: said, code: errorCode } = meaningOf(receipt.state)
      const owner = ownerOf(receipt, byPlace.get(place) ?? [])
      if (owner._tag === "Later") return { report: undefined } satisfies Read
      if (owner._tag === "NoText") {
        const { id, to, state } = receipt
        return {
          report: { id: `smpp ${to} ${id} ${state}`, sid: id, key: null, status: said, errorCode },
        } satisfies Read
      }
      const { text, sid } = owner
      const isWhole = textFacts.verdictOf(said) !== "delivered" || partsOf(text) === 1
      const status = isWhole || (yield* hasArrived(database, at, text, sid)) ? said : "sent"
      const report = { id: `smpp ${text.key} ${status}`, sid: text.sid ?? sid, key: text.key, status, errorCode }
      return { report } satisfies Read
    }),
  )
})
