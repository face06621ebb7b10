import { Effect } from "effect"
import { withSignature } from "#schemas/people/conversation.ts"
import { Database } from "#server/store/Database.ts"
import { demoSignature } from "./accounts.ts"

/** How long after a person wrote they were answered, in milliseconds. */
const after = 25 * 60_000
const texts = ["Thank you for telling us. We call you this afternoon.", "Yes, please come ten minutes early."]

/** The signature of the company's Admin, and answers of theirs to the newest replies that need no decision. */
export const storeAnswers = Effect.fn("demo.storeAnswers")(function* (now: number) {
  const { sql } = yield* Database
  const { email, signature } = demoSignature
  const bodies = texts.map((text) => withSignature(text, signature))
  yield* sql`
    with answerer as (
      update accounts set signature = ${signature} where email = ${email} returning company_id, display_name),
    newest as (
      select i.*, a.display_name, row_number() over (order by i.inbound_id desc) as place
      from inbound_messages i join answerer a on a.company_id = i.company_id
      where i.request = 'other' and i.at < ${new Date(now - 2 * after).toISOString()}::timestamptz order by i.inbound_id desc limit ${texts.length})
    insert into notices (company_id, sender_id, phone, kind, state, body, at, message_id, by_name)
    select company_id, sender_id, phone, 'answer', 'delivered', ${sql.json(bodies)} ->> (place - 1)::int,
      at + ${after}::int * interval '1 millisecond', inbound_id, display_name
    from newest`
})
