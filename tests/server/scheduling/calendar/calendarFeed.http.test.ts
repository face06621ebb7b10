import ICAL from "ical.js"
import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type { Location } from "#schemas/scheduling/location.ts"
import { feedReadsPerAddress } from "#server/scheduling/calendar/calendarFeed.http.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let northwind: string
let place: string
beforeAll(async () => {
  northwind = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  const { data } = await ask<ReadonlyArray<{ readonly location: { readonly hashedId: string } }>>(
    "Appointment.GetBookedAppointments",
    { query: { state: "booked" } },
  )
  place = data[0]?.location.hashedId ?? ""
})

type Answer<A> = { readonly status: number; readonly data: A }
const ask = async <A>(call: Call, asked: Asked = {}, token = northwind): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
type Made = { readonly location: Location; readonly address: string }
const make = async (naming: "number" | "name" = "number"): Promise<Made> =>
  (await ask<Made>("Location.MakeCalendarFeed", { body: { hashedId: place, naming } })).data
const withdraw = () => ask<Location>("Location.WithdrawCalendarFeed", { body: { hashedId: place } })
const pathOf = ({ address }: Made): string => new URL(address).pathname
const read = (path: string, headers: Readonly<Record<string, string>> = {}) => contract().read(path, headers)

type Seen = { readonly summary: string; readonly uid: string; readonly sequence: number; readonly status: string }
const eventsIn = (text: string): ReadonlyArray<Seen> =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const { summary, uid, sequence } = new ICAL.Event(component)
    return { summary, uid, sequence, status: String(component.getFirstPropertyValue("status")) }
  })
const eventsAt = async (path: string) => eventsIn(await (await read(path)).text())
type Visit = {
  readonly hashedId: string
  readonly date: string
  readonly patient: { readonly externalId: string | null; readonly firstName: string; readonly lastName: string }
}
const someVisit = async (): Promise<Visit> => {
  const asked = { query: { state: "booked", locationHashedId: place } }
  const { data } = await ask<ReadonlyArray<Visit>>("Appointment.GetBookedAppointments", asked)
  const uids = new Set((await eventsAt(pathOf(await make()))).map(({ uid }) => uid))
  const found = data.find(({ hashedId }) => uids.has(`${hashedId}@admin-view`))
  if (found === undefined) throw new Error("No booked appointment stands in the feed.")
  return found
}

describe("a location's calendar feed", () => {
  it("is read by its address alone, with patients' numbers and no names", async () => {
    const made = await make()
    expect(made.location.calendarFeed).toMatchObject({ naming: "number" })
    const visit = await someVisit()
    const path = pathOf(await make())
    const answer = await read(path)
    expect(answer.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(answer.headers.get("cache-control")).toBe("private, no-cache")
    const text = await answer.text()
    const event = eventsIn(text).find(({ uid }) => uid === `${visit.hashedId}@admin-view`)
    expect(event?.summary).toBe(visit.patient.externalId)
    expect(text).not.toContain(visit.patient.lastName)
  })

  it("says names where that was chosen, at another address", async () => {
    const visit = await someVisit()
    const [without, withNames] = [await make(), await make("name")]
    expect(pathOf(withNames)).not.toBe(pathOf(without))
    expect((await read(pathOf(without))).status).toBe(404)
    const named = (await eventsAt(pathOf(withNames))).find(({ uid }) => uid === `${visit.hashedId}@admin-view`)
    expect(named?.summary).toBe(`${visit.patient.firstName} ${visit.patient.lastName}`)
  })

  it("tells of a cancellation under the same id with a higher sequence", async () => {
    const visit = await someVisit()
    const path = pathOf(await make())
    const seen = async () => (await eventsAt(path)).find(({ uid }) => uid === `${visit.hashedId}@admin-view`)
    const before = await seen()
    expect(before?.status).toBe("CONFIRMED")
    const body = { hashedId: visit.hashedId, action: "cancel", reason: "clinic" }
    expect((await ask("Appointment.ChangeStatus", { body })).status).toBe(200)
    const after = await seen()
    expect(after?.status).toBe("CANCELLED")
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Infinity)
  })

  it("is not sent again while nothing changed, and is once something did", async () => {
    const visit = await someVisit()
    const path = pathOf(await make())
    const etag = (await read(path)).headers.get("etag") ?? ""
    const again = await read(path, { "if-none-match": etag })
    expect([again.status, await again.text()]).toEqual([304, ""])
    const body = { hashedId: visit.hashedId, action: "confirm", reason: null }
    expect((await ask("Appointment.ChangeStatus", { body })).status).toBe(200)
    expect((await read(path, { "if-none-match": etag })).status).toBe(200)
  })

  it("ends when it is withdrawn, and where the company is suspended", async () => {
    const path = pathOf(await make())
    const stand = (status: string) =>
      contract().sql(({ sql, everyCompany }) =>
        everyCompany(sql`update companies set status = ${status} where company_id = ${demoIds.northwind}`),
      )
    await stand("suspended")
    expect((await read(path)).status).toBe(404)
    await stand("active")
    expect((await read(path)).status).toBe(200)
    expect((await withdraw()).data.calendarFeed).toBeNull()
    expect((await read(path)).status).toBe(404)
  })

  it("is stored by its hash alone: neither events nor kept answers hold its address", async () => {
    const headers = { "idempotency-key": "a-feed-made-once" }
    const { data } = await ask<Made>("Location.MakeCalendarFeed", {
      body: { hashedId: place, naming: "number" },
      headers,
    })
    const token = /([\w-]{43})\.ics$/.exec(data.address)?.[1] ?? "none"
    const found = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ count: number }>`
        select (select count(*) from events where data::text like ${`%${token}%`})
          + (select count(*) from commands where reply like ${`%${token}%`})
          + (select count(*) from calendar_feeds where token_hash like ${`%${token}%`}) as count`),
    )
    expect(Number(found[0]?.count)).toBe(0)
  })

  it("answers every address without a feed as any address without anything", async () => {
    const answers = await Promise.all(
      [`/calendar/${"x".repeat(43)}.ics`, "/calendar/x.ics", "/calendar/%00.ics"].map((path) => read(path)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const bodies = (await Promise.all(answers.map((answer) => answer.json()))) as ReadonlyArray<{ message: string }>
    expect(new Set(bodies.map(({ message }) => message)).size).toBe(1)
  })

  it("is another company's to neither make nor withdraw", async () => {
    const harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
    const body = { hashedId: place, naming: "name" }
    expect((await ask("Location.MakeCalendarFeed", { body }, harbor)).status).toBe(404)
    expect((await ask("Location.WithdrawCalendarFeed", { body: { hashedId: place } }, harbor)).status).toBe(404)
  })

  it("bounds how often one network reads it, and says when it may again", async () => {
    const from = { "client-address": "203.0.113.9" }
    for (let reads = 0; reads < feedReadsPerAddress; reads += 1) await read("/calendar/x.ics", from)
    const refused = await read("/calendar/x.ics", from)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect((await read("/calendar/x.ics", { "client-address": "203.0.113.10" })).status).toBe(404)
  })
})

describe("a calendar file", () => {
  it("holds the appointments of the days that were asked for, and is written to the audit stream", async () => {
    const visit = await someVisit()
    const query = { locationHashedId: place, startDate: visit.date, endDate: visit.date }
    const answer = await contract().send("Appointment.DownloadCalendar", northwind, { query })
    expect(answer.headers.get("content-disposition")).toContain(".ics")
    const events = eventsIn(await answer.text())
    expect(events.map(({ uid }) => uid)).toContain(`${visit.hashedId}@admin-view`)
    const noted = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ count: number }>`
        select (data ->> 'appointments')::int as count from events where type = 'CalendarDownloaded' order by pos desc limit 1`),
    )
    expect(noted[0]?.count).toBe(events.length)
  })

  it.each([
    ["2026-11-31", "2026-12-01", 422],
    ["2026-12-02", "2026-12-01", 422],
  ])("of %s to %s is refused", async (startDate, endDate, status) => {
    const query = { locationHashedId: place, startDate, endDate }
    expect((await contract().send("Appointment.DownloadCalendar", northwind, { query })).status).toBe(status)
  })
})
