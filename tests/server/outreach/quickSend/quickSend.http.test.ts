import { Clock } from "effect"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { dayMillis } from "#schemas/constants.ts"
import type { QuickChoices, QuickPreview, QuickSent } from "#schemas/outreach/quickSend.ts"
import { defaultSettings } from "#schemas/administration/globalSettings.ts"
import { writeGlobalSettings } from "#server/administration/globalSettings/globalSettings.queries.ts"
import { allIds, contractOfThisFile, subjectOf } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
const { northwind, harbor } = demoIds
const hidden = [1, 15, 17]

let staff: string
let stranger: string
let choices: QuickChoices
let people: ReadonlyArray<{ readonly hashedId: string; readonly phone: string; readonly id: number }> = []
let used = 0

type Answer<A> = { readonly status: number; readonly data: A; readonly message: string; readonly errors?: unknown }
const send = async <A>(
  call: "GetQuickChoices" | "PreviewQuickText" | "SendQuickText",
  asked: object,
  token = staff,
) => {
  const answer = await contract().send(`QuickSend.${call}`, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const rows = <A extends object>(statement: string) =>
  contract().sql(({ sql, company }) => company(northwind)(sql.unsafe<A>(statement)))

const text = (patients: ReadonlyArray<string>, more: object = {}) => ({
  patients,
  templateId: choices.templates[0]?.templateId,
  senderId: choices.senders[0]?.senderId,
  ...more,
})
const preview = (patients: ReadonlyArray<string>, more = {}, token = staff) =>
  send<QuickPreview>("PreviewQuickText", { body: text(patients, more) }, token)
const deliver = async (patients: ReadonlyArray<string>, more = {}, headers = {}) => {
  const { data } = await preview(patients)
  return send<QuickSent>("SendQuickText", { body: text(patients, { version: data?.version ?? 1, ...more }), headers })
}
const said = (consent: string, phone: string) =>
  rows(`insert into opt_outs (company_id, phone, channel, consent, at, source, evidence)
    values (${northwind}, '${phone}', 'SMS', '${consent}', now(), 'reply', 'said so')`)
const places = (id: number) =>
  rows<{ state: string; reason: string | null; about: string | null; campaign: number }>(
    `select r.state, r.reason, r.about, r.campaign_id as campaign from recipients r join quick_campaigns q using (company_id, campaign_id)
     where r.patient_id = ${id} order by r.campaign_id, r.recipient_id`,
  )
const capAt = (capTexts: number | null) =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(writeGlobalSettings(sql, { ...defaultSettings, capTexts, capDays: 7 })),
  )
/** A person whom no test has texted. */
const next = () => {
  used += 1
  const found = people[used]
  if (found === undefined) throw new Error("No one is left.")
  return found
}

beforeAll(async () => {
  staff = await contract().token(subjectOf(northwind, 2), allIds)
  stranger = await contract().token(subjectOf(harbor, 2), allIds)
  choices = (await send<QuickChoices>("GetQuickChoices", {})).data
  people = await rows(
    `select p.hashed_id as "hashedId", p.phone, p.patient_id as id from patients p
     where p.phone like '+1%' and p.phone_kind <> 'landline' and p.first_name <> ''
       and not exists (select from opt_outs o where o.company_id = p.company_id and o.phone = p.phone)
       and not exists (select from recipients r where r.company_id = p.company_id and r.phone = p.phone and r.state not in ('delivered', 'replied', 'failed'))
       and (select count(*) from patients q where q.company_id = p.company_id and q.phone = p.phone) = 1
     order by p.patient_id limit 40`,
  )
})

describe("what can be sent to one person", () => {
  it("is the published texts that need no appointment, and the numbers for texts", async () => {
    expect(choices.templates.length).toBeGreaterThan(0)
    const named = choices.templates.map(({ name }) => name)
    const [of] = await rows<{ appointments: string }>(
      `select t.row ->> 'name' as appointments from read_models t join template_versions v on v.template_id = t.id and v.company_id = t.company_id
       where t.category = 'template' and v.text like '%appointmentTime%' limit 1`,
    )
    expect(of?.appointments).toBeTypeOf("string")
    expect(named).not.toContain(of?.appointments)
    expect(choices.senders.every(({ channel }) => channel === "SMS")).toBe(true)
    const { draft, retired, appointment } = choices.notOffered
    const states = await rows<{ state: string; n: number }>(
      `select state, count(*)::int as n from read_models where category = 'template' and state <> 'deleted'
         and row ->> 'channel' = 'SMS' and company_id = ${northwind} group by 1`,
    )
    const many = (state: string) => states.find((one) => one.state === state)?.n ?? 0
    expect([draft, retired]).toEqual([many("draft"), many("retired")])
    expect(choices.templates.length + appointment).toBe(many("published") + many("revised"))
    expect(appointment).toBeGreaterThan(0)
  })
})

describe("a text to one person", () => {
  let one: ReturnType<typeof next>
  beforeEach(() => {
    one = next()
  })

  it("is read as this person gets it, and leaves through a campaign of its own, judged by its rules", async () => {
    const { data } = await preview([one.hashedId])
    const [read] = data.people
    expect([read?.why, read?.reads?.segments.segments, data.isPaused]).toEqual([null, 1, false])
    expect(read?.reads?.text).toContain("STOP")
    const { status, data: sent } = await deliver([one.hashedId])
    expect(status).toBe(200)
    expect(sent.people).toEqual([{ ...read, reads: undefined, earlier: undefined }])
    const [place, ...further] = await places(one.id)
    expect(further).toEqual([])
    expect(place).toMatchObject({ state: read?.heldUntil === null ? "queued" : "held", reason: null, about: null })
    const earlier = (await preview([one.hashedId])).data.people[0]?.earlier
    expect(earlier).toMatchObject([{ template: choices.templates[0]?.name, state: place?.state }])
  })

  it("is read with what keeps its number from sending", async () => {
    const trouble = async (stored: string) => {
      await rows(
        `update senders set (trouble_code, trouble_since) = (${stored}) where sender_id = ${choices.senders[0]?.senderId}`,
      )
      return (await preview([one.hashedId])).data.trouble
    }
    expect(await trouble("'unreachable', timestamptz '2026-11-20T10:00:00Z'")).toMatchObject({
      words: "The carrier could not be reached",
      standIn: null,
    })
    expect(await trouble("null, null")).toBeNull()
  })

  it("goes through one campaign for each text and number, which no colleague makes twice", async () => {
    const others = [next(), next(), next()]
    const [first] = await Promise.all(others.map(({ hashedId }) => deliver([hashedId])))
    const campaigns = await Promise.all(others.map(async ({ id }) => (await places(id))[0]?.campaign))
    expect(new Set(campaigns).size).toBe(1)
    const [campaign] = await rows<{ name: string; listed: number | null }>(
      `select row ->> 'name' as name, (row ->> 'listId')::int as listed from read_models where category = 'campaign' and id = ${campaigns[0]}`,
    )
    expect(campaign).toEqual({ name: `Quick send: ${choices.templates[0]?.name}`, listed: null })
    expect(first?.data.campaignHashedId).toMatch(/^[\w-]{16,40}$/u)
    await deliver([one.hashedId], { senderId: choices.senders[1]?.senderId })
    expect((await places(one.id))[0]?.campaign).not.toBe(campaigns[0])
  })

  it("leaves once under a repeated key, and again under another", async () => {
    const key = { "idempotency-key": "key-of-a-quick-text" }
    const body = text([one.hashedId], { version: (await preview([one.hashedId])).data.version })
    const answers = [
      await send<QuickSent>("SendQuickText", { body, headers: key }),
      await send<QuickSent>("SendQuickText", { body, headers: key }),
    ]
    expect(answers[1]).toMatchObject({ status: 200, data: answers[0]?.data })
    expect(await places(one.id)).toHaveLength(1)
    // Also where the first answer is no longer kept.
    await contract().sql(({ sql, everyCompany }) => everyCompany(sql`delete from commands`))
    expect(await send("SendQuickText", { body, headers: key })).toMatchObject({
      status: 409,
      message: "This text was sent already.",
    })
    expect(await places(one.id)).toHaveLength(1)
    await send("SendQuickText", { body, headers: { "idempotency-key": "another-key" } })
    expect(await places(one.id)).toHaveLength(2)
  })

  it("is left out with its reason for who opted out, before and when it is sent", async () => {
    const { version } = (await preview([one.hashedId])).data
    await said("revoked", one.phone)
    expect((await preview([one.hashedId])).data.people).toMatchObject([{ why: "optedOut", reads: null }])
    const { status, data } = await deliver([one.hashedId], { version })
    expect([status, data.people[0]?.why]).toEqual([200, "optedOut"])
    expect(await places(one.id)).toMatchObject([{ state: "excluded", reason: "optedOut" }])
  })

  it("is refused where another version was published since it was read, and sends nothing", async () => {
    const refused = await deliver([one.hashedId], { version: 99 })
    expect(refused).toMatchObject({
      status: 409,
      message: "The text was changed meanwhile. Read it as it is now, then send it.",
    })
    expect(await places(one.id)).toEqual([])
  })

  it("is refused at its field for a text that is not published and a number of no one", async () => {
    const at = (field: string) => ({ status: 422, errors: [expect.objectContaining({ field })] })
    expect(await preview([one.hashedId], { templateId: 900_002 })).toMatchObject(at("templateId"))
    expect(await preview([one.hashedId], { senderId: 900_005 })).toMatchObject(at("senderId"))
    const calls = await rows<{ id: number }>(`select sender_id as id from senders where channel = 'IVR' limit 1`)
    expect(await preview([one.hashedId], { senderId: calls[0]?.id })).toMatchObject(at("senderId"))
  })

  it("is in the log as a deed, with counts alone", async () => {
    await deliver([one.hashedId])
    const [event] = await rows<{ data: object; all: string }>(
      `select data, data::text || meta::text as all from events where type = 'QuickTextSent' order by pos desc limit 1`,
    )
    expect(event?.data).toMatchObject({ people: 1, sent: 1 })
    expect(event?.all).not.toContain(one.phone)
  })
})

describe("a text to a handful", () => {
  it("says of each whether they get it, and gives one of two with the same number nothing", async () => {
    const [first, second, third] = [next(), next(), next()]
    await rows(`update patients set phone = '${first.phone}' where patient_id = ${second.id}`)
    await said("unclear", third.phone)
    const ids = [first, second, third].map(({ hashedId }) => hashedId)
    const reasons = [null, "duplicatePhone", "unclearReply"]
    expect((await preview(ids)).data.people.map(({ why }) => why)).toEqual(reasons)
    const { data } = await deliver(ids)
    expect(data.people.map(({ why }) => why)).toEqual(reasons)
    const states = await Promise.all([first, second, third].map(async ({ id }) => (await places(id))[0]?.reason))
    expect(states).toEqual(reasons)
  })

  it("counts texts under the company's cap", async () => {
    const one = next()
    const now = await contract().run(Clock.currentTimeMillis)
    const sentAt = (days: number) => new Date(now - days * dayMillis).toISOString()
    await rows(`update recipients set sent_at = '${sentAt(30)}' where patient_id = ${one.id}`)
    await capAt(1)
    const before = await deliver([one.hashedId])
    expect(before.data.people[0]?.why).toBeNull()
    await rows(`update recipients set sent_at = '${sentAt(1)}', state = 'sent' where patient_id = ${one.id}`)
    expect((await preview([one.hashedId])).data.people[0]?.why).toBe("frequencyCap")
    await capAt(null)
  })

  it("has one to twenty people", async () => {
    expect((await preview([])).status).toBe(422)
    const many = Array.from({ length: 21 }, (_, place) => people[place]?.hashedId ?? "")
    expect((await preview(many)).status).toBe(422)
    expect((await preview(many.slice(1))).data.people).toHaveLength(20)
  })
})

describe("who may text one person", () => {
  it("sees people and texts, and sends with the right to launch", async () => {
    const one = next()
    const only = (ids: ReadonlyArray<number>) => contract().token(subjectOf(northwind, 2), ids)
    const [reader, seesNoOne] = [await only(hidden.slice(0, 2)), await only([1, 17])]
    expect((await preview([one.hashedId], {}, reader)).status).toBe(200)
    const body = text([one.hashedId], { version: 1 })
    expect((await send("SendQuickText", { body }, reader)).status).toBe(403)
    expect((await preview([one.hashedId], {}, seesNoOne)).status).toBe(403)
    expect(await places(one.id)).toEqual([])
  })

  it("finds no one of another company", async () => {
    const one = next()
    expect((await preview([one.hashedId], {}, stranger)).status).toBe(404)
    expect((await send("SendQuickText", { body: text([one.hashedId], { version: 1 }) }, stranger)).status).toBe(404)
    expect(await places(one.id)).toEqual([])
  })
})
