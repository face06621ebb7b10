import { Clock } from "effect"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { CompanyId } from "#schemas/ids.ts"
import type { Conversation } from "#schemas/people/conversation.ts"
import { usualNoticeChoices } from "#schemas/administration/notice.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import type { Database } from "#server/store/Database.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const { northwind, harbor } = demoIds
const hour = 3_600_000
let token: string
let elsewhere: string
let phone = ""
let phones = 0

const send = async (call: Call, asked: Asked, bearer = token) => {
  const answer = await contract().send(call, bearer, asked)
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const query = <A extends object>(statement: (sql: Database["Service"]["sql"]) => unknown, of: CompanyId = northwind) =>
  contract().sql(({ sql, company }) => company(of)(statement(sql) as never)) as Promise<ReadonlyArray<A>>

/** A text of the person of this test; gives its number. */
const wrote = async (text: string, { request = "other", ago = hour, senderId = 0 } = {}) => {
  const at = new Date((await contract().run(Clock.currentTimeMillis)) - ago).toISOString()
  const [row] = await query<{ id: number }>(
    (sql) => sql`
      insert into inbound_messages (company_id, sender_id, phone, body, request, at)
      values (${northwind}, coalesce(nullif(${senderId}::int, 0), (select min(sender_id) from senders where company_id = ${northwind})),
        ${phone}, ${text}, ${request}, ${at}::timestamptz)
      returning inbound_id::int as id`,
  )
  return row?.id ?? 0
}
const said = (consent: string) =>
  query(
    (sql) => sql`insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
      values (${northwind}, ${phone}, 'SMS', ${consent}, now(), 'reply', 'said so')`,
  )
const answer = (messageId: number, text = "We call you today.", headers: Asked["headers"] = {}) =>
  send("Database.AnswerReply", { body: { messageId, text }, headers })
const notices = () =>
  query<{ body: string; state: string; by: string; sender: number }>(
    (sql) => sql`select body, state, by_name as by, sender_id as sender from notices
      where company_id = ${northwind} and phone = ${phone} order by notice_id`,
  )
const read = async (messageId: number) =>
  (await send("Database.GetConversation", { query: { messageId } })).body["data"] as Conversation
const atField = (message: string) => ({
  status: 422,
  body: expect.objectContaining({ errors: [{ field: "text", message }] }),
})
const sign = async (signature: string) => {
  const { version } = (await send("User.GetProfile", {})).body["data"] as { version: number }
  const body = { displayName: "Ada Admin", signature, ...usualPreferences, ...usualNoticeChoices }
  return send("User.SaveProfile", { body, headers: { "if-match": String(version) } })
}

beforeAll(async () => {
  token = await contract().token(subjectOf(northwind, 2), allIds)
  elsewhere = await contract().token(subjectOf(harbor, 2), allIds)
})
beforeEach(() => {
  phones += 1
  phone = `+1212555${String(8000 + phones)}`
})

describe("an answer to a person's text", () => {
  it("waits at the number that the text came to, with the signature, and stands in the conversation", async () => {
    expect((await sign("Ada, Northwind")).status).toBe(200)
    const [last] = await query<{ id: number }>(
      (sql) => sql`select max(sender_id)::int as id from senders where company_id = ${northwind}`,
    )
    const sender = last?.id ?? 0
    const messageId = await wrote("Is there parking?", { senderId: sender })
    expect(await answer(messageId, "  Yes, behind the house.  ")).toMatchObject({ status: 200 })
    const body = "Yes, behind the house.\nAda, Northwind"
    expect(await notices()).toEqual([{ body, state: "queued", by: "Ada Admin", sender }])
    expect(await read(messageId)).toMatchObject({
      phone,
      refusal: null,
      signature: "Ada, Northwind",
      replies: [{ messageId, text: "Is there parking?", answers: [{ text: body, by: "Ada Admin", state: "queued" }] }],
    })
    await sign("")
  })

  it("is sent once under a repeated key", async () => {
    const messageId = await wrote("Is there parking?")
    const key = { "idempotency-key": "key-of-an-answer" }
    const answers = [await answer(messageId, "Yes.", key), await answer(messageId, "Yes.", key)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await notices()).toHaveLength(1)
    expect((await answer(messageId, "No.", key)).status).toBe(422)
    expect(await notices()).toHaveLength(1)
  })

  it("is in the log as a deed without any of its words", async () => {
    const messageId = await wrote("Is there parking?")
    await answer(messageId, "Behind the house.")
    const [event] = await query<{ data: object; all: string }>(
      (sql) => sql`select data, data::text || meta::text as all from events
        where company_id = ${northwind} and type = 'ReplyAnswered' order by pos desc limit 1`,
    )
    expect(event?.data).toEqual({ messageId })
    expect(event?.all).not.toMatch(/house|parking|\+1212/)
  })

  it("is refused at its field for who opted out, and sends nothing", async () => {
    const messageId = await wrote("STOP", { request: "optOut" })
    await said("revoked")
    const sentence = "This person has opted out of texts, so nothing can be sent."
    expect(await answer(messageId)).toMatchObject(atField(sentence))
    expect((await read(messageId)).refusal).toBe(sentence)
    expect(await notices()).toEqual([])
  })

  it("is refused empty, and longer than a text may be with the signature", async () => {
    const messageId = await wrote("Is there parking?")
    expect(await answer(messageId, "   ")).toMatchObject(atField("Write an answer of 1 to 1600 characters."))
    expect(await answer(messageId, "x".repeat(1601))).toMatchObject(atField("Write an answer of 1 to 1600 characters."))
    await sign("Ada")
    expect(await answer(messageId, "x".repeat(1598))).toMatchObject(
      atField("With your signature this is longer than 1600 characters. Shorten it."),
    )
    expect((await answer(messageId, "x".repeat(1596))).status).toBe(200)
    await sign("")
  })

  it("is refused from a number that is no longer in use", async () => {
    const messageId = await wrote("Is there parking?", { senderId: 900_000 })
    const sentence = "The number that this text came to is no longer in use, so it cannot be answered."
    expect(await answer(messageId)).toMatchObject(atField(sentence))
    expect(await read(messageId)).toMatchObject({ from: null, refusal: sentence })
  })

  it("is refused while a reply may be an opt-out, until someone decides that texts go on", async () => {
    const messageId = await wrote("please stop it?", { request: "unclear" })
    await said("unclear")
    const sentence = "This may be an opt-out. On the Patients page, choose Opt out or Keep texting first."
    expect(await answer(messageId, "Do you mean it?")).toMatchObject(atField(sentence))
    expect((await read(messageId)).refusal).toBe(sentence)
    expect(await notices()).toEqual([])
    const waiting = (await send("Database.GetUnclearReplies", {})).body["data"] as ReadonlyArray<{
      replyId: number
      messageId: number
    }>
    const { replyId } = waiting.find((one) => one.messageId === messageId) ?? { replyId: 0 }
    expect((await send("Database.DecideReply", { body: { replyId, decision: "keep" } })).status).toBe(200)
    expect((await read(messageId)).refusal).toBeNull()
    expect((await answer(messageId, "Do you mean it?")).status).toBe(200)
    expect(await notices()).toHaveLength(1)
  })

  it("leaves at any hour for a day after the person wrote, and then only while they may be texted where they are", async () => {
    // It is afternoon in UTC: night in all of Australia, and a satellite phone may be anywhere.
    phone = "+61491570156"
    expect((await answer(await wrote("Is there parking?", { ago: 23 * hour }))).status).toBe(200)
    phone = "+61491570157"
    expect(await answer(await wrote("Is there parking?", { ago: 25 * hour }))).toMatchObject(
      atField(
        "This person wrote more than a day ago, and it is outside texting hours where they are. Answer during texting hours.",
      ),
    )
    expect(await notices()).toEqual([])
    // The last text counts, whichever of them is answered.
    const first = await wrote("Is there parking?", { ago: 25 * hour })
    await wrote("Hello?", { ago: hour })
    expect((await answer(first)).status).toBe(200)
    phone = "+881631234567"
    expect(await answer(await wrote("Is there parking?", { ago: 25 * hour }))).toMatchObject(
      atField(
        "This person wrote more than a day ago, and their time zone is not known. Call them, or import a list that names their time zone.",
      ),
    )
  })

  it("to a text of another company is refused as one to a text that is none", async () => {
    const messageId = await wrote("Is there parking?")
    for (const [call, asked] of [
      ["Database.AnswerReply", { body: { messageId, text: "Yes" } }],
      ["Database.GetConversation", { query: { messageId } }],
    ] as const) {
      const foreign = await send(call, asked, elsewhere)
      const absent = await send(call, JSON.parse(JSON.stringify(asked).replace(String(messageId), "900001")), elsewhere)
      const plain = ({ status, body }: typeof foreign) => ({ status, ...body, correlationId: "" })
      expect(plain(foreign)).toEqual(plain(absent))
      expect(foreign.status).toBe(404)
    }
    expect(await notices()).toEqual([])
  })
})
