import { Layer } from "effect"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import type { CompanyId } from "#schemas/ids.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import type { TestCall, TestCalls } from "#schemas/outreach/testCall.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { fluShotCall } from "#tests/support/callFlows.ts"
import { contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const { northwind, harbor } = demoIds
const [template, campaignOnly] = [[1], [2]] as const
const phone = "+12125550171"

/** The real world's time: it stands still within a test, so that calls fall into one moment. */
let realNow = Date.now()
const contract = contractOfThisFile({ replaced: Layer.succeed(RealTime, () => realNow) })
let staff: string
let stranger: string
let flow: Ivr
let calling: TestCalls

type Answer<A> = {
  readonly status: number
  readonly message: string
  readonly data: A
  readonly errors?: ReadonlyArray<{ readonly field: string }>
}
const answered = async <A>(response: Response): Promise<Answer<A>> => ({
  ...((await response.json()) as Answer<A>),
  status: response.status,
})
const readCalls = async (token = staff, hashedId = flow.hashedId) =>
  answered<TestCalls>(await contract().send("Outreach.GetTestCalls", token, { query: { temphashedId: hashedId } }))
const place = async (changed: object = {}, { token = staff, key = "" } = {}) =>
  answered<TestCall>(
    await contract().send("Outreach.PlaceTestCall", token, {
      body: { templateId: flow.templateId, senderId: calling.senders[0]?.senderId, language: null, phone, ...changed },
      ...(key === "" ? {} : { headers: { "idempotency-key": key } }),
    }),
  )
const sqlOf = <A extends object>(companyId: CompanyId, statement: string) =>
  contract().sql(({ sql, company }) => company(companyId)(sql.unsafe<A>(statement)))
const placed = () =>
  sqlOf<{ phone: string; flow: string; status: string }>(
    northwind,
    `select phone, flow, status from test_calls order by at, call_id`,
  )
const endAll = () =>
  sqlOf(northwind, `update test_calls set ended_at = at, flow = null, status = 'completed' where ended_at is null`)
const events = () =>
  sqlOf<{ data: object }>(northwind, `select data from events where type = 'TestCallPlaced' order by pos`)

/** Saves the call flow as another draft, and reads it as it is then. */
const saved = async (changed: CallFlow, name = flow.name): Promise<Ivr> => {
  const { templateId, purpose } = flow
  const body = { companyId: northwind, templateId, name, purpose, flow: changed }
  return (await answered<Ivr>(await contract().send("Outreach.SaveIvr", staff, { body }))).data
}

beforeAll(async () => {
  staff = await contract().token(subjectOf(northwind, 2), [
    ...template,
    ...Array.from({ length: 17 }, (_, id) => id + 1),
  ])
  stranger = await contract().token(
    subjectOf(harbor, 2),
    Array.from({ length: 17 }, (_, id) => id + 1),
  )
  const list = await answered<ReadonlyArray<Ivr>>(await contract().send("Outreach.GetIvrList", staff, {}))
  const first = list.data.find(({ state }) => state === "published")
  flow = first as Ivr
  calling = (await readCalls()).data
  const steps = fluShotCall.steps.map((step, at) =>
    at === 0 && "prompt" in step
      ? { ...step, prompt: { _tag: "Speech" as const, text: "This is {{ companyName }} for {{ firstName }}." } }
      : step,
  )
  flow = await saved({ ...fluShotCall, steps })
})
beforeEach(async () => {
  await sqlOf(northwind, `delete from test_calls`)
  realNow += 3_600_000
})

describe("a call by which staff hear a call flow", () => {
  it("is offered the company's calling numbers alone", () => {
    expect(calling.senders.length).toBeGreaterThan(0)
    expect(calling.senders.every(({ channel }) => channel === "IVR")).toBe(true)
    expect(calling).toMatchObject({ templateId: flow.templateId, callerId: null, last: null })
  })

  it("waits to be placed with the newest version, said with samples; the log has it without the number", async () => {
    const before = (await events()).length
    const { status, data } = await place({ phone: "(212) 555-0171" })
    expect(status).toBe(200)
    expect(data).toMatchObject({ phone, templateId: flow.templateId, state: "calling", ending: null, reason: null })
    const [call] = await placed()
    expect(call?.status).toBe("waiting")
    expect(call?.flow).toMatch(/This is Northwind[^{}"]* for Maria\./)
    expect((await readCalls()).data.last).toEqual(data)
    const log = await events()
    expect(log.length).toBe(before + 1)
    expect(log.at(-1)?.data).toEqual({ templateId: flow.templateId, version: flow.version })
  })

  it("says another language's words by its voice, where the newest version is translated to it", async () => {
    const translated = (await answered<ReadonlyArray<Ivr>>(await contract().send("Outreach.GetIvrList", staff, {})))
      .data
    const spanish = translated.find(({ name }) => name === "Flu shot call")
    const { templateId, hashedId } = spanish ?? flow
    const { data } = await readCalls(staff, hashedId)
    expect(data.languages).toEqual(["es"])
    expect((await place({ templateId, language: "es" })).status).toBe(200)
    const [call] = await placed()
    expect(JSON.parse(call?.flow ?? "{}")).toMatchObject({ voice: { language: expect.stringMatching(/^es/) } })
    expect(call?.flow).toContain("Hola")
    await endAll()
    const refused = await place({ templateId, language: "fr" })
    expect([refused.status, refused.errors?.[0]?.field]).toEqual([422, "language"])
  })

  it("is placed once however often the same command comes", async () => {
    const answers = [await place({}, { key: "one-and-the-same" }), await place({}, { key: "one-and-the-same" })]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.data).toEqual(answers[0]?.data)
    expect(await placed()).toHaveLength(1)
    const kept = await sqlOf<{ reply: string }>(
      northwind,
      `select reply from commands where command_id like '%:one-and-the-same'`,
    )
    expect(kept.map(({ reply }) => reply.includes(phone))).toEqual([false])
  })

  it("is one at a time, and five in ten minutes", async () => {
    expect((await place()).status).toBe(200)
    const second = await place()
    expect([second.status, second.message]).toEqual([409, expect.stringContaining("still going on")])
    await endAll()
    for (const _ of [2, 3, 4, 5]) {
      expect((await place()).status).toBe(200)
      await endAll()
    }
    const sixth = await place()
    expect([sixth.status, sixth.message]).toEqual([429, expect.stringContaining("too many test calls")])
    expect(await placed()).toHaveLength(5)
    realNow += 600_000
    expect((await place()).status).toBe(200)
  })

  it("says how it ended, in words where the carrier gives a code", async () => {
    await place()
    const endings = [
      ["completed", null, "completed", null],
      ["no-answer", null, "notAnswered", null],
      ["failed", "21214", "failed", "The number cannot be called"],
      ["canceled", null, "failed", "The carrier ended the call before anyone answered"],
      ["lost", null, "lost", null],
    ] as const
    for (const [status, code, ending, reason] of endings) {
      const of = code === null ? "null" : `'${code}'`
      await sqlOf(northwind, `update test_calls set status = '${status}', code = ${of}, seconds = 12, ended_at = at`)
      expect((await readCalls()).data.last).toMatchObject({ state: "over", ending, reason, seconds: 12 })
    }
  })

  it.each([
    ["a number that is none", { phone: "12" }, "phone", "valid phone number"],
    ["no number", { phone: " " }, "phone", "Enter the phone"],
    ["a number of the company that texts", { senderId: 1 }, "senderId", "calling numbers"],
    ["another company's number", { senderId: 900_000 }, "senderId", "calling numbers"],
  ])("is refused for %s", async (_, changed, field, sentence) => {
    const answer = await place(changed)
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([422, field])
    expect(JSON.stringify(answer)).toContain(sentence)
    expect(await placed()).toEqual([])
  })

  it("is refused to a number that stopped the company's calls, until it takes that back", async () => {
    const say = (consent: string) =>
      sqlOf(
        northwind,
        `insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
        values (${northwind}, '${phone}', 'IVR', '${consent}', now(), 'call', 'keys 9')`,
      )
    await say("revoked")
    const answer = await place()
    expect([answer.status, answer.errors?.[0]?.field]).toEqual([422, "phone"])
    expect(answer.message).toContain("asked for no more calls")
    await say("granted")
    expect((await place()).status).toBe(200)
  })

  it("is refused while every line of the number is taken", async () => {
    const senderId = calling.senders[0]?.senderId
    const lines = (count: number) =>
      sqlOf(northwind, `update senders set concurrent_calls = ${count} where sender_id = ${senderId}`)
    await lines(1)
    await sqlOf(
      northwind,
      `insert into test_calls (company_id, call_id, user_id, template_id, sender_id, phone, at, asked_at)
      values (${northwind}, 'someone-elses-01', 0, 1, ${senderId}, '${phone}', now(), now())`,
    )
    const answer = await place()
    expect([answer.status, answer.message]).toEqual([409, expect.stringContaining("Every line")])
    await lines(50)
  })

  it("is refused for a call flow that its checks refuse, with the first of them", async () => {
    const [first, ...others] = flow.flow.steps
    if (first === undefined || !("next" in first)) throw new Error("The first step leads on.")
    await saved({ ...flow.flow, steps: [{ ...first, next: null }, ...others] })
    const answer = await place()
    expect([answer.status, answer.message]).toEqual([422, expect.stringContaining("would end in silence")])
    expect(await placed()).toEqual([])
    flow = await saved(flow.flow)
  })

  it("is not for who writes no call flows, and another company's are not there", async () => {
    const reader = await contract().token(subjectOf(northwind, 2), campaignOnly)
    expect([(await place({}, { token: reader })).status, (await readCalls(reader)).status]).toEqual([403, 403])
    expect([(await place({}, { token: stranger })).status, (await readCalls(stranger)).status]).toEqual([404, 404])
    expect((await place({ templateId: 900_000 })).status).toBe(404)
    expect(await placed()).toEqual([])
  })

  it("shows a person no one else's call", async () => {
    await place()
    const other = await contract().token(
      subjectOf(northwind, 3),
      Array.from({ length: 17 }, (_, id) => id + 1),
    )
    const answer = await readCalls(other)
    expect([answer.status, answer.data.last]).toEqual([200, null])
  })
})
