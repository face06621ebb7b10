import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import type { Fragment } from "effect/sql/Statement"
import type { CompanyId } from "#schemas/ids.ts"
import {
  LocationId,
  mostPositions,
  type Location,
  type LocationGroupCount,
  type locationList,
  type LocationPosition,
  type LocationState,
  type LocationSummary,
  type Position,
} from "#schemas/scheduling/location.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { locationProjection, type LocationRow } from "./location.projection.ts"
import { milesBetween, positionOf, positionOfZip } from "./position.rule.ts"

type StoredLocation = {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
}

const rowOf = readRow(locationProjection)

const summaryOf = ({ row: stored, hashed_id }: StoredLocation, from: Position | null = null): LocationSummary => {
  const row = rowOf(stored)
  const position = positionOf(row)
  return {
    ...Struct.omit(row, ["revision", "updatedOn", "latitude", "longitude", "calendarFeed"]),
    // A stored location was saved at least once.
    status: row.status as LocationState,
    hashedId: hashed_id,
    position,
    ...(from === null || position === null ? {} : { miles: milesBetween(from, position) }),
  }
}

/** Locations in the order of a column, found by what staff know them by. */
const list = {
  alias: "t",
  projection: locationProjection,
  columns: {
    name: `lower(t.row ->> 'name') collate "C"`,
    city: `lower(t.row ->> 'city') collate "C"`,
    group: `lower(t.row ->> 'group') collate "C"`,
    zone: `(t.row ->> 'timezone') collate "C"`,
  } satisfies Record<Exclude<(typeof locationList.columns)[number], "distance">, string>,
  searched: ["name", "city", "zip"] satisfies ReadonlyArray<keyof LocationRow>,
}

type OfGroup = { readonly group?: string | undefined }

/** Which locations a page is asked for: those of one group, or all; with their distance from a ZIP code. */
export type LocationPage = ListPage & OfGroup & { readonly near?: string | undefined }

const narrowedTo = (sql: PgClient, { group }: OfGroup) => ({
  ...list,
  narrowed: group === undefined ? sql`` : sql`and t.row ->> 'group' = ${group}`,
})

/** What a position is made of, of the row that stands under `t`. */
const placeOfRow = `t.row ->> 'zip' as zip, t.row ->> 'country' as country,
  (t.row ->> 'latitude')::float8 as latitude, (t.row ->> 'longitude')::float8 as longitude`

/** As many rows as a map is given: one row more than a page holds is read, as for every list. */
const allOf = { sort: "name", pageSize: mostPositions - 1 } as const

/** The ids of a company's locations by their distance from a place; those that lie nowhere come last either way. */
const idsByDistance = Effect.fn("idsByDistance")(function* (
  companyId: CompanyId,
  from: Position,
  { group, search, state, sort }: LocationPage,
) {
  const { sql, read } = yield* Database
  const placed = yield* read(
    companyId,
    sql<Parameters<typeof positionOf>[0] & { readonly id: number }>`
      select t.id, ${sql.literal(placeOfRow)} from read_models t
      ${pageOfRows(sql, companyId, narrowedTo(sql, { group }), {
        ...allOf,
        ...(search === undefined ? {} : { search }),
        ...(state === undefined ? {} : { state }),
      })}`,
  )
  const direction = sort === "-distance" ? -1 : 1
  return placed
    .map(({ id, ...place }) => {
      const position = positionOf(place)
      return { id, far: position === null ? Infinity : direction * milesBetween(from, position) }
    })
    .toSorted((one, other) => one.far - other.far || one.id - other.id)
    .map(({ id }) => id)
})

/** The end of a statement that lists one page of rows in the order of their ids in `ids`. */
const pageOfIds = (
  sql: PgClient,
  companyId: CompanyId,
  ids: ReadonlyArray<number>,
  { after, pageSize }: ListPage,
): Fragment => {
  const start = after === undefined ? 0 : ids.indexOf(after) + 1
  const page = sql.literal(`array[${ids.slice(start, start + pageSize + 1).join(", ")}]::int[]`)
  return sql`where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and t.id = any(${page})
    order by array_position(${page}, t.id)`
}

/** One page of a company's locations; `next` is the id to go on after. With the first page comes how many stand in each state. */
export const readLocations = Effect.fn("readLocations")(function* (companyId: CompanyId, asked: LocationPage) {
  const { sql } = yield* Database
  const of = narrowedTo(sql, asked)
  const from = asked.near === undefined ? null : positionOfZip(asked.near)
  const isByDistance = asked.sort === undefined || asked.sort.endsWith("distance")
  const page = { ...asked, sort: isByDistance ? "name" : (asked.sort ?? "name") }
  const rows =
    from !== null && isByDistance
      ? pageOfIds(sql, companyId, yield* idsByDistance(companyId, from, asked), page)
      : pageOfRows(sql, companyId, of, page)
  return yield* readPage(companyId, of, page, {
    page: sql<StoredLocation>`
      select t.row, t.stream_version, h.hashed_id from read_models t
      ${withHashedId(sql, "t", locationProjection)} ${rows}`,
    shownOf: (stored) => summaryOf(stored, from),
    idOf: ({ locationId }) => locationId,
  })
})

type Placed = Omit<LocationPosition, "position"> & Parameters<typeof positionOf>[0]

/** Where a company's locations lie, narrowed as their list is, by name; at most as many as a map is given. */
export const readLocationPositions = Effect.fn("readLocationPositions")(function* (
  companyId: CompanyId,
  { group, ...asked }: Omit<LocationPage, "after" | "pageSize" | "sort" | "near">,
) {
  const { sql, read } = yield* Database
  const page = { ...asked, ...allOf }
  const placed = yield* read(
    companyId,
    sql<Placed>`
      select h.hashed_id as "hashedId", t.row ->> 'name' as name, t.state as status, t.row ->> 'group' as "group",
        ${sql.literal(placeOfRow)}
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      ${pageOfRows(sql, companyId, narrowedTo(sql, { group }), page)}`,
  )
  return placed.map(({ hashedId, name, status, group: of, ...place }): LocationPosition => ({
    ...{ hashedId, name, status, group: of },
    position: positionOf(place),
  }))
})

/** The statement of one location with what is set up for it by now. */
const oneLocation = (sql: PgClient, companyId: CompanyId, page: RowPage) =>
  sql<StoredLocation & { readonly body: Location["location"]; readonly holidays: Location["holidays"] }>`
    select t.row, t.stream_version, h.hashed_id, v.body,
      (select c.holidays from companies c where c.company_id = ${companyId}) as holidays
    from read_models t
    ${withHashedId(sql, "t", locationProjection)}
    join revisions v on v.company_id = t.company_id and v.kind = 'location' and v.id = t.id
      and v.revision = (t.row ->> 'revision')::int
    ${pageOfRows(sql, companyId, list, page)}`

/** One location of a company; absent when it was never saved. */
export const readLocation = Effect.fn("readLocation")(function* (companyId: CompanyId, locationId: LocationId) {
  const { sql, read } = yield* Database
  const [stored] = yield* read(companyId, oneLocation(sql, companyId, { id: locationId, pageSize: 1 }))
  if (stored === undefined) return undefined
  const { hashedId, status, position } = summaryOf(stored)
  const { updatedOn, calendarFeed = null } = rowOf(stored.row)
  const version = stored.stream_version
  const facts = { locationId, hashedId, status, version, updatedOn, position, calendarFeed }
  return { ...facts, location: stored.body, holidays: stored.holidays } satisfies Location
})

/** A location of the company as it stands; fails with NotFound. */
export const foundLocation = Effect.fnUntraced(function* (companyId: CompanyId, locationId: LocationId) {
  return yield* orNotFound(readLocation(companyId, locationId))
})

/** The groups that a company's locations belong to, by name. */
export const readLocationGroups = Effect.fn("readLocationGroups")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(sql<LocationGroupCount>`
    select t.row ->> 'group' as name, count(*)::int as locations from read_models t
    where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and t.row ->> 'group' <> ''
    group by 1 order by lower(t.row ->> 'group') collate "C"`)
})

/** The number of a new location. */
export const nextLocationId = Effect.fn("nextLocationId")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(sql<{ id: number }>`select nextval('location_ids'::regclass)::int as id`)
  return LocationId.make(row?.id ?? (yield* Effect.die("No number could be had for a location")))
})
