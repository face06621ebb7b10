import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { LocationMapping, MappableLocation } from "#schemas/outreach/locationMapping.ts"
import { problem } from "#schemas/problem.ts"
import { mostPositions, type LocationId } from "#schemas/scheduling/location.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "./template.projection.ts"

const rowOf = readRow(templateProjection)

/** The locations of a company by name, as many as a map is given. */
const readMappable = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<MappableLocation>`
      select t.id as "locationId", h.hashed_id as "hashedId", t.row ->> 'name' as name, t.row ->> 'group' as "group",
        t.row ->> 'city' as city, t.state as status, (v.body ->> 'isPublic')::boolean as "isPublic"
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      join revisions v on v.company_id = t.company_id and v.kind = 'location' and v.id = t.id
        and v.revision = (t.row ->> 'revision')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)}
      order by lower(t.row ->> 'name') collate "C" limit ${sql.literal(String(mostPositions))}`,
  )
})

const readMapping = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, read } = yield* Database
  const [stored] = yield* read(
    companyId,
    sql<{ row: unknown; streamVersion: number }>`
      select t.row, t.stream_version as "streamVersion" from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = ${templateId}
        and t.state <> 'deleted'`,
  )
  if (stored === undefined) return undefined
  return { locationIds: rowOf(stored.row).locationIds ?? [], streamVersion: stored.streamVersion }
})

/** Which locations a template’s links offer, of all that the company has; fails with NotFound. */
export const foundLocationMapping = Effect.fn("foundLocationMapping")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
) {
  const mapping = yield* orNotFound(readMapping(companyId, templateId))
  return { templateId, ...mapping, locations: yield* readMappable(companyId) } satisfies LocationMapping
})

/**
 * The locations that a template’s links offer: of those that are mapped, or of all that patients can choose where none
 * is, the ones that are active. One that is disabled stays mapped. Fails with NotFound.
 */
export const mappedLocations = Effect.fn("mappedLocations")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { locationIds, locations } = yield* foundLocationMapping(companyId, templateId)
  const chosen = new Set(locationIds)
  return locations.filter(
    ({ locationId, status, isPublic }) =>
      status === "active" && (chosen.size === 0 ? isPublic : chosen.has(locationId)),
  )
})

/** Fails with Invalid for a number that is no location of the company. */
export const refuseUnknownLocations = Effect.fn("refuseUnknownLocations")(function* (
  companyId: CompanyId,
  locationIds: ReadonlyArray<LocationId>,
) {
  const known = new Set((yield* readMappable(companyId)).map(({ locationId }) => locationId))
  if (locationIds.every((id) => known.has(id))) return
  const message = "One of these locations is not there any more. Look again and choose."
  yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "locationIds", message }] }))
})
