import { beforeAll, describe, expect, it } from "vitest"
import type { CompanyCard } from "#schemas/administration/card.ts"
import type { CompanyId } from "#schemas/ids.ts"
import { testProcessor, declinedNumber, typed } from "#tests/support/cardTesting.ts"
import { allIds, contractOfThisFile, pagesOrigin, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const processor = await testProcessor(pagesOrigin)
const contract = contractOfThisFile({ cards: processor.layer })

let admin: string
let harbor: string
let superAdmin: string
beforeAll(async () => {
  admin = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
  superAdmin = await contract().token(subjectOf(demoIds.adminView, 1), allIds)
})

type Answer = { readonly status: number; readonly data: CompanyCard; readonly problem?: string }
const ask = async (
  call: "Payment.GetCardInfo" | "Payment.SaveCardInfo" | "Payment.DeleteCardInfo",
  token: string,
  companyId: CompanyId,
  asked: Asked = {},
): Promise<Answer> => {
  const response = await contract().send(call, token, { query: { companyId }, ...asked })
  return { ...((await response.json()) as Answer), status: response.status }
}
const read = async (companyId: CompanyId = demoIds.northwind) =>
  (await ask("Payment.GetCardInfo", superAdmin, companyId)).data
const save = (token: string, companyId: CompanyId, id: string, headers: Readonly<Record<string, string>> = {}) =>
  ask("Payment.SaveCardInfo", token, companyId, { body: { token: id }, headers })
const remove = (token: string, companyId: CompanyId, headers: Readonly<Record<string, string>> = {}) =>
  ask("Payment.DeleteCardInfo", token, companyId, { headers })
const events = () =>
  contract().sql(({ sql, everyCompany }) =>
    everyCompany(sql<{ type: string; data: object }>`
      select type, data from events where stream_id like 'card-%' order by pos`),
  )

describe("the card of a company", () => {
  it("is shown masked, with when it ends and where another one is typed", async () => {
    expect(await read()).toMatchObject({
      card: { brand: "Visa", last4: "4417", holderName: "Northwind Clinics", expMonth: 12, expYear: 2026 },
      expiry: "nextMonth",
      lastDay: "2026-12-31",
      fieldsUrl: `${processor.origin}/fields`,
    })
    expect(await read(demoIds.lapsed)).toMatchObject({ version: 0, card: null, expiry: "later", addedOn: null })
  })

  it("is replaced by the token of another, with before and after on record and no number anywhere", async () => {
    const before = await read()
    const { id } = await processor.type()
    const saved = await save(admin, demoIds.northwind, id, { "if-match": String(before.version) })
    expect(saved).toMatchObject({ status: 200, data: { version: before.version + 1, expiry: "later" } })
    expect(saved.data.card).toEqual({
      ...{ brand: "Visa", last4: "4242", expMonth: 9, expYear: 2029, token: id },
      ...{ holderName: typed.name, billingZip: typed.zip },
    })
    const stored = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ body: { last4: string } }>`
        select body from revisions where kind = 'card' and id = ${demoIds.northwind} order by revision`),
    )
    expect(stored.map(({ body }) => body.last4)).toEqual(["4417", "4242"])
    const log = await contract().send("Report.GetActivityLog", admin, { query: { kind: "card" } })
    const { data } = (await log.json()) as { data: ReadonlyArray<{ type: string; changes: ReadonlyArray<object> }> }
    expect(data[0]).toMatchObject({ type: "CardSaved", thing: { name: "Northwind Clinics" } })
    expect(data[0]?.changes).toContainEqual({ field: "last4", before: "4417", after: "4242" })
  })

  it("is saved once, however often the same token comes", async () => {
    const { id } = await processor.type()
    const key = { "idempotency-key": "once-and-again" }
    const [first, again] = [
      await save(admin, demoIds.northwind, id, key),
      await save(admin, demoIds.northwind, id, key),
    ]
    const other = await save(admin, demoIds.northwind, id, { "idempotency-key": "another-command" })
    expect([again.data.version, other.data.version]).toEqual([first.data.version, first.data.version])
  })

  it("takes no token that another company used", async () => {
    const { id } = await processor.type()
    expect((await save(admin, demoIds.northwind, id)).status).toBe(200)
    expect(await save(harbor, demoIds.harbor, id)).toMatchObject({
      status: 422,
      message: "This card was sent before, or too long ago. Enter it again.",
    })
    expect((await read(demoIds.harbor)).card?.last4).toBe("4444")
  })

  it("is not what someone else changed meanwhile", async () => {
    const { version } = await read()
    const stale = { "if-match": String(version - 1) }
    const { id } = await processor.type()
    expect(await save(admin, demoIds.northwind, id, stale)).toMatchObject({ status: 409, problem: "StaleVersion" })
    expect(await remove(admin, demoIds.northwind, stale)).toMatchObject({ status: 409, problem: "StaleVersion" })
    expect((await save(admin, demoIds.northwind, id)).status).toBe(200)
  })

  it.each(["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242"])(
    "is never a number: %s is refused before anything is kept",
    async (number) => {
      const before = await events()
      const refused = await save(admin, demoIds.northwind, number)
      expect(refused).toMatchObject({ status: 422, errors: [{ field: "token" }] })
      expect(JSON.stringify(refused)).not.toContain(number)
      expect(await events()).toEqual(before)
    },
  )

  it("is declined in a sentence", async () => {
    expect((await processor.type({ number: declinedNumber })).status).toBe(402)
    expect((await save(admin, demoIds.northwind, "pm_never_made")).status).toBe(422)
  })

  it("of another company is absent, for whatever is asked", async () => {
    const { id } = await processor.type()
    for (const answer of [
      await ask("Payment.GetCardInfo", harbor, demoIds.northwind),
      await save(harbor, demoIds.northwind, id),
      await remove(harbor, demoIds.northwind),
      await ask("Payment.GetCardInfo", superAdmin, 99 as CompanyId),
    ])
      expect(answer).toMatchObject({ status: 404, problem: "NotFound" })
  })

  it.each([
    ["a User", 3, allIds],
    ["an Admin without the right", 2, allIds.filter((id) => ![13, 14].includes(id))],
  ] as const)("is not for %s", async (_, type, ids) => {
    const token = await contract().token(subjectOf(demoIds.northwind, type), ids)
    expect((await ask("Payment.GetCardInfo", token, demoIds.northwind)).status).toBe(403)
    expect((await remove(token, demoIds.northwind)).status).toBe(403)
  })

  it("is removed, here and at the processor, and then there is none to remove", async () => {
    const removed = await remove(superAdmin, demoIds.northwind)
    expect(removed).toMatchObject({ status: 200, data: { card: null, expiry: "later", lastDay: null } })
    expect(await remove(superAdmin, demoIds.northwind)).toMatchObject({ status: 409, problem: "NotAllowedNow" })
    expect((await events()).at(-1)).toMatchObject({ type: "CardRemoved" })
    expect(JSON.stringify(await events())).not.toContain("Northwind")
  })

  it("stays as it is while the processor is down", async () => {
    const { id } = await processor.type()
    await processor.end()
    const before = await read(demoIds.harbor)
    for (const answer of [await save(harbor, demoIds.harbor, id), await remove(harbor, demoIds.harbor)])
      expect(answer).toMatchObject({ status: 503, problem: "Unavailable" })
    expect(await read(demoIds.harbor)).toEqual(before)
  })
})
