import { Struct } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Call } from "#schemas/access.ts"
import type {
  Location,
  LocationGroupCount,
  LocationPosition,
  LocationSummary,
  ZipPosition,
} from "#schemas/scheduling/location.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import { allIds, contractOfThisFile, subjectOf, type Asked } from "#tests/support/contract.ts"
import { location as draft } from "#tests/support/contractRequests.ts"
import { demoIds } from "#tests/support/seededDemo.ts"

const contract = contractOfThisFile()
let northwind: string
let harbor: string
beforeAll(async () => {
  northwind = await contract().token(subjectOf(demoIds.northwind, 2), allIds)
  harbor = await contract().token(subjectOf(demoIds.harbor, 2), allIds)
})

type Answer<A> = { readonly status: number; readonly data: A; readonly message: string; readonly next?: string }
const askAs = async <A>(token: string, call: Call, asked: Asked = {}): Promise<Answer<A>> => {
  const answer = await contract().send(call, token, asked)
  return { ...((await answer.json()) as Answer<A>), status: answer.status }
}
const ask = <A>(call: Call, asked: Asked = {}) => askAs<A>(northwind, call, asked)

let names = 0
const save = (location: LocationDraft, hashedId: string | null = null, headers: Record<string, string> = {}) =>
  ask<Location>("Location.SaveLocation", { body: { hashedId, location }, headers })
const make = async (more: Partial<LocationDraft> = {}): Promise<Location> =>
  (await save({ ...draft, name: `Location ${(names += 1)}`, ...more })).data
const detail = (hashedId: string) => ask<Location>("Location.GetLocationDetail", { query: { hashedId } })
const change = (hashedId: string, action: "disable" | "enable") =>
  ask<Location>("Location.ChangeState", { body: { hashedId, action } })
const named = async (query: Readonly<Record<string, string | number>>): Promise<ReadonlyArray<string>> => {
  const { data } = await ask<ReadonlyArray<LocationSummary>>("Location.GetLocations", { query })
  return data.map(({ name }) => name)
}

describe("locations", () => {
  it("are read again as they were saved, and lie where their ZIP code does", async () => {
    const made = await make({ name: "Market Street" })
    expect(made).toMatchObject({ status: "active", version: 1, location: { ...draft, name: "Market Street" } })
    // San Francisco’s 94105 by the Census Bureau, to a hundredth of a degree.
    expect(made.position?.latitude).toBeCloseTo(37.79, 1)
    expect(made.position?.longitude).toBeCloseTo(-122.39, 1)
    expect((await detail(made.hashedId)).data).toEqual(made)
  })

  it("are closed on the holidays of their company too", async () => {
    const holidays = [{ date: "2026-12-25", name: "Christmas Day" }]
    const { hashedId } = await make()
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(
        sql`update companies set holidays = ${JSON.stringify(holidays)}::jsonb where company_id = ${demoIds.northwind}`,
      ),
    )
    expect((await detail(hashedId)).data.holidays).toEqual(holidays)
    await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql`update companies set holidays = '[]' where company_id = ${demoIds.northwind}`),
    )
  })

  it("lie where someone put them, until that is taken back", async () => {
    const put = { latitude: 37.7923, longitude: -122.3959 }
    const made = await make(put)
    expect(made).toMatchObject({ position: put, location: put })
    const group = made.location.group
    const positionOf = async (): Promise<unknown> => {
      const { data } = await ask<ReadonlyArray<LocationPosition>>("Location.GetLocationPositions", { query: { group } })
      return data.find(({ hashedId }) => hashedId === made.hashedId)?.position
    }
    expect(await positionOf()).toEqual(put)
    const { data } = await save(Struct.omit(made.location, ["latitude", "longitude"]), made.hashedId)
    expect(data.position?.latitude).toBeCloseTo(37.79, 1)
    expect(data.position).not.toEqual(put)
    expect(await positionOf()).toEqual(data.position)
  })

  it("are all given to a map, narrowed as the list is, those that lie nowhere with them", async () => {
    const group = "Mapped"
    const put = { group, latitude: 42.03, longitude: -93.62 }
    const ames = await make({ ...put, name: "Ames" })
    await make({ ...put, name: "boone" })
    await make({ group, name: "Nowhere", zip: "00000" })
    await change(ames.hashedId, "disable")
    const mapped = async (query: Readonly<Record<string, string>>) =>
      (await ask<ReadonlyArray<LocationPosition>>("Location.GetLocationPositions", { query })).data
    const all = await mapped({ group })
    expect(all.map(({ name }) => name)).toEqual(["Ames", "boone", "Nowhere"])
    expect(all[0]).toEqual({
      ...{ hashedId: ames.hashedId, name: "Ames", status: "disabled", group },
      position: { latitude: 42.03, longitude: -93.62 },
    })
    expect(all[2]?.position).toBeNull()
    expect((await mapped({ group, state: "active", search: "boo" })).map(({ name }) => name)).toEqual(["boone"])
    const { data } = await askAs<ReadonlyArray<LocationPosition>>(harbor, "Location.GetLocationPositions")
    expect(data.map(({ name }) => name)).not.toContain("Ames")
  })

  it.each([
    ["a ZIP code that no area has", { zip: "00000" }],
    ["another country’s code", { zip: "94105", country: "DE" }],
  ])("lie nowhere with %s", async (_, more) => {
    expect((await make(more)).position).toBeNull()
  })

  it("are found by name, city and ZIP code, in their group, in an order that pages keep", async () => {
    const group = "Found"
    await make({ group, name: "Zeta", city: "Ames", zip: "50010" })
    await make({ group, name: "alpha", city: "Zion", zip: "60099" })
    await make({ group, name: "Beta", city: "Ames", zip: "50010" })
    expect(await named({ group })).toEqual(["alpha", "Beta", "Zeta"])
    expect(await named({ group, search: "ames" })).toEqual(["Beta", "Zeta"])
    expect(await named({ group, search: "60099" })).toEqual(["alpha"])
    expect(await named({ group, search: "BET" })).toEqual(["Beta"])
    const paged: Array<string> = []
    let cursor: string | undefined
    do {
      const page: Answer<ReadonlyArray<LocationSummary>> = await ask("Location.GetLocations", {
        query: { group, sort: "-city", pageSize: 1, ...(cursor === undefined ? {} : { cursor }) },
      })
      paged.push(...page.data.map(({ name }) => name))
      cursor = page.next
    } while (cursor !== undefined)
    expect(paged).toEqual(["alpha", "Beta", "Zeta"])
    const groups = await ask<ReadonlyArray<LocationGroupCount>>("Location.GetLocationGroups")
    expect(groups.data).toContainEqual({ name: group, locations: 3 })
  })

  it("tell the miles from a ZIP code in a straight line, nearest first, page by page, those that lie nowhere last", async () => {
    const group = "Near"
    // New York is 186 miles from Boston; both as their ZIP codes lie.
    await make({ group, name: "Boston", zip: "02110" })
    await make({ group, name: "Lost", zip: "00000" })
    await make({ group, name: "New York", zip: "10007" })
    await make({ group, name: "Newark", zip: "07102" })
    const near = { group, near: "10007" }
    const pages = async (query: Readonly<Record<string, string>>): Promise<ReadonlyArray<LocationSummary>> => {
      const found: Array<LocationSummary> = []
      let cursor: string | undefined
      do {
        const page: Answer<ReadonlyArray<LocationSummary>> = await ask("Location.GetLocations", {
          query: { ...query, pageSize: 1, ...(cursor === undefined ? {} : { cursor }) },
        })
        found.push(...page.data)
        cursor = page.next
      } while (cursor !== undefined)
      return found
    }
    const nearest = await pages(near)
    expect(nearest.map(({ name }) => name)).toEqual(["New York", "Newark", "Boston", "Lost"])
    expect(nearest.map(({ miles }) => miles)).toEqual([0, expect.any(Number), expect.any(Number), undefined])
    expect(Math.abs((nearest[2]?.miles ?? 0) - 189)).toBeLessThan(4)
    expect((await pages({ ...near, sort: "-distance" })).map(({ name }) => name)).toEqual([
      ...["Boston", "Newark", "New York", "Lost"],
    ])
    const byName = await pages({ ...near, sort: "name" })
    expect(byName.map(({ name }) => name)).toEqual(["Boston", "Lost", "New York", "Newark"])
    expect(byName[2]?.miles).toBe(0)
    const { counts } = (await ask("Location.GetLocations", { query: near })) as unknown as { readonly counts: object }
    expect(counts).toEqual({ active: 4 })
  })

  it("keep their order where no place is known for a ZIP code, which says so", async () => {
    const group = "Near"
    const { data } = await ask<ReadonlyArray<LocationSummary>>("Location.GetLocations", {
      query: { group, near: "00000" },
    })
    expect(data.map(({ name }) => name)).toEqual(["Boston", "Lost", "New York", "Newark"])
    expect(data.every(({ miles }) => miles === undefined)).toBe(true)
    const place = async (zip: string) => (await ask<ZipPosition>("Location.GetZipPosition", { query: { zip } })).data
    expect(await place("00000")).toEqual({ zip: "00000", position: null, timezone: null })
    expect((await place("94105")).position?.latitude).toBeCloseTo(37.79, 1)
    const zones = await Promise.all(
      ["94105", "04101", "00901", "85001"].map(async (zip) => (await place(zip)).timezone),
    )
    expect(zones).toEqual(["America/Los_Angeles", "America/New_York", "America/Puerto_Rico", "America/Phoenix"])
    expect(await ask("Location.GetZipPosition", { query: { zip: "9410" } })).toMatchObject({ status: 422 })
  })

  it("are disabled and enabled, and change meanwhile", async () => {
    const made = await make({ group: "Off" })
    expect((await change(made.hashedId, "disable")).data.status).toBe("disabled")
    expect(await change(made.hashedId, "disable")).toMatchObject({ status: 409, problem: "NotAllowedNow" })
    const changed = await save({ ...made.location, name: "Renamed" }, made.hashedId)
    expect(changed.data).toMatchObject({ status: "disabled", location: { name: "Renamed" } })
    expect(await named({ group: "Off", state: "disabled" })).toEqual(["Renamed"])
    expect(await named({ group: "Off", state: "active" })).toEqual([])
    expect((await change(made.hashedId, "enable")).data.status).toBe("active")
  })

  it.each([
    [
      "hours that end before they begin",
      { hours: draft.hours.with(1, [{ from: "12:00", to: "08:00" }]) },
      "hours.1.0.to",
      "The end must be after the start.",
    ],
    [
      "shifts that overlap",
      { hours: draft.hours.with(1, [...draft.hours[2]!, { from: "16:30", to: "18:00" }]) },
      "hours.1.1.from",
      "This shift must begin after the one before it has ended.",
    ],
    [
      "a day that is not on the calendar",
      { closures: [{ from: "2027-02-29", to: "2027-03-01", reason: "Moving" }] },
      "closures.0.from",
      "Enter a day, for example Nov 23, 2026.",
    ],
    [
      "closed dates that end before they begin",
      { closures: [{ from: "2027-03-02", to: "2027-03-01", reason: "Moving" }] },
      "closures.0.to",
      "The last day must not be before the first.",
    ],
    [
      "degrees that are not on the globe",
      { latitude: 91, longitude: 0 },
      "latitude",
      "Enter degrees from -90 to 90, for example 37.7923.",
    ],
    ["half a position", { latitude: 37.79 }, "longitude", "Enter both latitude and longitude, or leave both empty."],
    [
      "a zone that does not exist",
      { timezone: "America/Oakland" },
      "timezone",
      "Choose a time zone, for example America/New_York.",
    ],
  ])("with %s are refused at the field", async (_, more, field, message) => {
    const refused = await save({ ...draft, name: "Refused", ...more })
    expect(refused).toMatchObject({
      status: 422,
      errors: [{ field: expect.stringMatching(new RegExp(`(^|\\.)${field}$`)) as string, message }],
    })
  })

  it("have a name of their own in their company", async () => {
    const [one, other] = [await make({ name: "Twice" }), await make()]
    const taken = { status: 409, errors: [{ field: "name", message: "A location with this name already exists." }] }
    expect(await save({ ...draft, name: "twice" })).toMatchObject(taken)
    expect(await save({ ...other.location, name: "TWICE" }, other.hashedId)).toMatchObject(taken)
    expect((await detail(one.hashedId)).data).toEqual(one)
    const theirs = await askAs<Location>(harbor, "Location.SaveLocation", {
      body: { hashedId: null, location: { ...draft, name: "Twice" } },
    })
    expect(theirs.status).toBe(200)
  })

  it("of another company are not there", async () => {
    const { hashedId } = await make()
    const gone = { status: 404, problem: "NotFound" }
    const body = { hashedId, action: "disable" }
    expect(await askAs(harbor, "Location.GetLocationDetail", { query: { hashedId } })).toMatchObject(gone)
    expect(await askAs(harbor, "Location.ChangeState", { body })).toMatchObject(gone)
    expect(await askAs(harbor, "Location.SaveLocation", { body: { hashedId, location: draft } })).toMatchObject(gone)
    const { data } = await askAs<ReadonlyArray<LocationSummary>>(harbor, "Location.GetLocations")
    expect(data.map((one) => one.hashedId)).not.toContain(hashedId)
  })

  it("let the loser of a race know, and keep every revision", async () => {
    const made = await make()
    const seen = { "if-match": "1" }
    expect((await save({ ...made.location, phone: "1" }, made.hashedId, seen)).data.version).toBe(2)
    expect(await save({ ...made.location, phone: "2" }, made.hashedId, seen)).toMatchObject({
      status: 409,
      problem: "StaleVersion",
    })
    const kept = await contract().sql(({ sql, everyCompany }) =>
      everyCompany(sql<{ phone: string }>`
        select body ->> 'phone' as phone from revisions
        where kind = 'location' and id = ${made.locationId} order by revision`),
    )
    expect(kept).toEqual([{ phone: draft.phone }, { phone: "1" }])
  })
})
