import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { InboundMessage } from "#schemas/outreach/delivery.ts"
import type { Database } from "#server/store/Database.ts"
import type { HandedOver } from "./handedOver.rule.ts"

type Text = Extract<HandedOver, { readonly _tag: "Text" }>

/** How long the rest of a text is waited for; then it is taken as it came. */
const longestWait = "1 hour"
/** Stands for a part that never came. */
const gap = " … "

/**
 * A text as a message. SMPP gives what people write no name, and what was not acknowledged comes again: the same words
 * from the same phone within one minute are the same text.
 * @param at when, as an ISO instant
 */
const messageOf = ({ phone, to, body }: Text, at: string): InboundMessage => {
  const minute = at.slice(0, "2026-11-28T06:30".length)
  const id = createHash("sha256")
    .update(JSON.stringify([phone, to, body, minute]))
    .digest("hex")
    .slice(0, 32)
  // Half of a pair that a sender cut in two is no character, and could not be stored.
  return { id: `smpp ${id}`, sid: `smpp ${id}`, from: phone, to, body: body.toWellFormed() }
}

/** Bytes of a part: half a character may stand at its end. */
const packed = (body: string): string => Buffer.from(body, "utf16le").toString("base64")
const unpacked = (body: string): string => Buffer.from(body, "base64").toString("utf16le")

/** Which text of which phone a kept part belongs to. */
type PartedText = {
  readonly companyId: CompanyId
  readonly to: string
  readonly phone: string
  readonly reference: number
  readonly total: number
}
type PartRow = { readonly number: number; readonly body: string }

const ofText = ({ sql }: Database["Service"], { companyId, to, phone, reference, total }: PartedText) => sql`
  company_id = ${companyId} and number = ${to} and phone = ${phone} and reference = ${reference} and total = ${total}`

/** A text out of its parts, with what became of them in the store. */
export type Joined = { readonly message: InboundMessage; readonly parts: PartedText | undefined }

const bodyOf = (rows: ReadonlyArray<PartRow>): string => {
  let body = ""
  let next = 1
  for (const { number, body: part } of rows) {
    body += (number > next ? gap : "") + unpacked(part)
    next = number + 1
  }
  return body
}

const joinPart = Effect.fnUntraced(function* (
  database: Database["Service"],
  at: string,
  text: Text,
  part: NonNullable<Text["part"]>,
) {
  const { sql, company, everyCompany } = database
  const [owner] = yield* everyCompany(sql<{ companyId: CompanyId }>`
    select company_id as "companyId" from senders where e164 = ${text.to}`)
  // Taken in as it is, it is dropped there, as every text to a number of no company is.
  if (owner === undefined) return [{ message: messageOf(text, at), parts: undefined }]
  const place = { companyId: owner.companyId, to: text.to, phone: text.phone, ...part }
  const rows = yield* company(owner.companyId)(
    Effect.gen(function* () {
      yield* sql`
        insert into inbound_parts (company_id, number, phone, reference, total, part, body, at)
        values (${place.companyId}, ${place.to}, ${place.phone}, ${place.reference}, ${place.total}, ${part.number},
          ${packed(text.body)}, ${at}::timestamptz)
        on conflict (company_id, number, phone, reference, total, part) do update set body = excluded.body, at = excluded.at`
      return yield* sql<PartRow>`
        select part as number, body from inbound_parts where ${ofText(database, place)} order by part`
    }),
  )
  if (rows.length < part.total) return []
  return [{ message: messageOf({ ...text, body: bodyOf(rows) }, at), parts: place }]
})

/** Texts as messages: a part of a long one is kept until all of them are there. */
export const joinParts = (database: Database["Service"], at: string, texts: ReadonlyArray<Text>) =>
  Effect.map(
    Effect.forEach(texts, (text): Effect.Effect<ReadonlyArray<Joined>> =>
      text.part === undefined
        ? Effect.succeed([{ message: messageOf(text, at), parts: undefined }])
        : joinPart(database, at, text, text.part),
    ),
    (all) => all.flat(),
  )

/** Texts of which a part has not come for too long, as they are. */
export const overdueTexts = Effect.fnUntraced(function* (database: Database["Service"], at: string) {
  const { sql, everyCompany } = database
  const rows = yield* everyCompany(sql<PartedText & { readonly parts: ReadonlyArray<PartRow> }>`
    select company_id as "companyId", number as to, phone, reference, total,
      jsonb_agg(jsonb_build_object('number', part, 'body', body) order by part) as parts
    from inbound_parts group by company_id, number, phone, reference, total
    having max(at) < ${at}::timestamptz - ${longestWait}::interval`)
  return rows.map(({ parts, ...place }): Joined => {
    const { phone, to } = place
    return { message: messageOf({ _tag: "Text", phone, to, body: bodyOf(parts) }, at), parts: place }
  })
})

/** Lets go of the parts of texts that are taken in. */
export const forgetParts = Effect.fnUntraced(function* (database: Database["Service"], joined: ReadonlyArray<Joined>) {
  const { sql, company } = database
  for (const { parts } of joined) {
    if (parts !== undefined)
      yield* company(parts.companyId)(sql`delete from inbound_parts where ${ofText(database, parts)}`)
  }
})
