import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import {
  LocationId,
  type Location,
  type LocationGroupCount,
  type locationList,
  type LocationState,
  type LocationSummary,
} from "#schemas/scheduling/location.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { locationProjection, type LocationRow } from "./location.projection.ts"
import { positionOf } from "./position.rule.ts"

type StoredLocation = {
  readonly row: unknown
  readonly stream_version: number
  readonly hashed_id: string
}

const rowOf = readRow(locationProjection)

const summaryOf = ({ row: stored, hashed_id }: StoredLocation): LocationSummary => {
  const { revision: _, updatedOn: __, status, ...row } = rowOf(stored)
  // A stored location was saved at least once.
  return { ...row, status: status as LocationState, hashedId: hashed_id, position: positionOf(row) }
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
  } satisfies Record<(typeof locationList.columns)[number], string>,
  searched: ["name", "city", "zip"] satisfies ReadonlyArray<keyof LocationRow>,
}

/** Which locations a page is asked for: those of one group, or all. */
export type LocationPage = ListPage & { readonly group?: string | undefined }

/** One page of a company's locations; `next` is the id to go on after. With the first page comes how many stand in each state. */
export const readLocations = Effect.fn("readLocations")(function* (
  companyId: CompanyId,
  { group, sort = "name", ...asked }: LocationPage,
) {
  const { sql } = yield* Database
  const narrowed = group === undefined ? sql`` : sql`and t.row ->> 'group' = ${group}`
  const of = { ...list, narrowed }
  const page = { ...asked, sort }
  return yield* readPage(companyId, of, page, {
    page: sql<StoredLocation>`
      select t.row, t.stream_version, h.hashed_id from read_models t
      ${withHashedId(sql, "t", locationProjection)}
      ${pageOfRows(sql, companyId, of, page)}`,
    shownOf: summaryOf,
    idOf: ({ locationId }) => locationId,
  })
})

/** The statement of one location with what is set up for it by now. */
const oneLocation = (sql: PgClient, companyId: CompanyId, page: RowPage) =>
  sql<StoredLocation & { readonly body: Location["location"] }>`
    select t.row, t.stream_version, h.hashed_id, v.body from read_models t
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
  const { updatedOn } = rowOf(stored.row)
  const version = stored.stream_version
  return { locationId, hashedId, status, version, updatedOn, position, location: stored.body } satisfies Location
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
