import { Layer, Logger } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { callRates } from "#schemas/constants.ts"
import { CampaignId, type CompanyId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { patientLinkHeader, type LinkSubject } from "#schemas/scheduling/patientLink.ts"
import { RealTime } from "#server/identity/realTime.ts"
import { makeToken } from "#server/scheduling/patientLinks/patientLink.rule.ts"
import { allIds, contractOfThisFile, patientEndpoints, subjectOf } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const { northwind, harbor } = demoIds
const logged: Array<unknown> = []
const logs = Logger.layer([Logger.make((line) => void logged.push(line.message, line.cause))])

/** The real world's time: it stands still, and moves on where calls would be too many. */
let realNow = Date.now()
const contract = contractOfThisFile({
  replaced: Layer.mergeAll(
    Layer.succeed(RealTime, () => realNow),
    logs,
  ),
})

const secret = new Uint8Array(32).fill(7)
const year = 365 * 86_400_000
let own: Extract<LinkSubject, { purpose: "book" }>
let good: string

const recipientOf = async (companyId: CompanyId) => {
  const [row] = await contract().sql(({ sql, company }) =>
    company(companyId)(sql<{ campaignId: number; recipientId: number }>`
      select campaign_id as "campaignId", recipient_id as "recipientId" from recipients
      where company_id = ${companyId} and patient_id is not null order by 1, 2 limit 1`),
  )
  return { campaignId: CampaignId.make(row?.campaignId ?? 0), recipientId: row?.recipientId ?? 0 }
}

beforeAll(async () => {
  await contract().sql(({ sql, company }) =>
    company(northwind)(sql`
      insert into patient_link_secrets (company_id, secret)
      values (${northwind}, ${Buffer.from(secret).toString("base64url")})
      on conflict (company_id) do nothing`),
  )
  own = { purpose: "book", companyId: northwind, ...(await recipientOf(northwind)) }
  good = makeToken(secret, own, Date.now() + year)
})

const send = async (call: (typeof patientEndpoints)[number]["call"], token: string | undefined, bearer?: string) => {
  realNow += 60_000
  const headers: Readonly<Record<string, string>> = token === undefined ? {} : { [patientLinkHeader]: token }
  const answer = await contract().send(call, bearer, { ...requests[call](absent, allIds), headers })
  const { correlationId: _, ...body } = (await answer.json()) as { readonly correlationId: string }
  return { status: answer.status, body, cache: answer.headers.get("cache-control") }
}

const refused = {
  status: 404,
  body: {
    statusCode: "404",
    status: "error",
    problem: "NotFound",
    message: "This link does not work any more. Please call the clinic.",
  },
  cache: "no-store",
}

describe("the doors of patients", () => {
  it("let a good link in, with what it offers and nothing of the person", async () => {
    const { status, body, cache } = await send("Booking.GetLink", good)
    expect({ status, cache }).toEqual({ status: 200, cache: "no-store" })
    expect(body).toMatchObject({ data: { purpose: "book", canBook: true, visit: null, language: expect.any(String) } })
    const [person] = await contract().sql(({ sql, company }) =>
      company(northwind)(sql<{ last_name: string; phone: string }>`
        select p.last_name, p.phone from recipients r
        join patients p on p.company_id = r.company_id and p.patient_id = r.patient_id
        where r.company_id = ${northwind} and r.campaign_id = ${own.campaignId} and r.recipient_id = ${own.recipientId}`),
    )
    expect(JSON.stringify(body)).not.toContain(person?.last_name)
    expect(JSON.stringify(body)).not.toContain(person?.phone)
  })

  it("answer every link that is not good alike: none, changed, expired, foreign, about no one, a person's token", async () => {
    const until = Date.now() + year
    const bearer = await contract().token(subjectOf(northwind, 1), allIds)
    const theirs = await recipientOf(harbor)
    const links = {
      none: undefined,
      empty: "",
      short: good.slice(1),
      long: `${good}B`,
      changed: `${good.slice(0, 20)}${good[20] === "A" ? "B" : "A"}${good.slice(21)}`,
      expired: makeToken(secret, own, Date.parse("2026-01-01")),
      "of another company": makeToken(secret, { ...own, companyId: harbor, ...theirs }, until),
      "about no recipient": makeToken(secret, { ...own, recipientId: 2_000_000_000 }, until),
      "about no appointment": makeToken(
        secret,
        { purpose: "appointment", companyId: northwind, appointmentId: AppointmentId.make(2_000_000_000) },
        until,
      ),
      "about no offer": makeToken(secret, { purpose: "offer", companyId: northwind, offerId: 2_000_000_000 }, until),
    }
    for (const { call } of patientEndpoints)
      for (const [name, token] of Object.entries(links))
        expect([call, name, await send(call, token, name === "none" ? bearer : undefined)]).toEqual([
          call,
          name,
          refused,
        ])
  })

  it("give two thousand guesses one answer, and then none for a while; a good link works all the same", async () => {
    const guess = (n: number) =>
      makeToken(new Uint8Array(32).fill(n % 7), { ...own, recipientId: n }, Date.now() + year)
    const answers = new Set<string>()
    for (let n = 1; n <= 2_000; n += 1) {
      // The same moment for as many as are let through at once.
      if (n % callRates.guess.calls === 1) realNow += callRates.guess.perMillis
      const answer = await contract().send("Booking.GetLink", undefined, {
        headers: { [patientLinkHeader]: guess(n) },
      })
      const { correlationId: _, ...body } = (await answer.json()) as { readonly correlationId: string }
      answers.add(JSON.stringify({ status: answer.status, body, cache: answer.headers.get("cache-control") }))
    }
    expect([...answers].map((one) => JSON.parse(one) as unknown)).toEqual([refused])
    const once = async (token: string) =>
      (await contract().send("Booking.GetLink", undefined, { headers: { [patientLinkHeader]: token } })).status
    const more = []
    for (let n = 0; n < callRates.guess.calls + 1; n += 1) more.push(await once(guess(n + 3_000)))
    expect(more.at(-1)).toBe(429)
    expect(await once(good)).toBe(200)
  }, 60_000)

  it("write no link into any log", async () => {
    logged.length = 0
    await contract().send("Booking.Hold", undefined, { headers: { [patientLinkHeader]: good }, body: "{" })
    await contract().send("Booking.Hold", undefined, { headers: { [patientLinkHeader]: good }, body: { slotId: 1 } })
    // An appointment that cannot be read: what fails unexpectedly is logged with all that is known of it.
    await contract().sql(({ sql, company }) =>
      company(northwind)(sql`
        update read_models set row = row || ${sql.json({ ...own, startsAt: 7 })}::jsonb
        where company_id = ${northwind} and category = 'appointment'
          and id = (select min(id) from read_models where company_id = ${northwind} and category = 'appointment')`),
    )
    const broken = await contract().send("Booking.GetLink", undefined, { headers: { [patientLinkHeader]: good } })
    expect(broken.status).toBeGreaterThanOrEqual(500)
    expect(logged.length).toBeGreaterThan(0)
    expect(logged.map(String).filter((line) => line.includes(good))).toEqual([])
    const events = await contract().sql(({ sql, company }) =>
      company(northwind)(sql<{ text: string }>`select meta::text || data::text as text from events`),
    )
    expect(events.filter(({ text }) => text.includes(good))).toEqual([])
  })
})
