import { Effect } from "effect"
import { reportedStatuses, type AppointmentFigures, type ReportedAppointments } from "#schemas/reporting/report.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { StageId } from "#schemas/scheduling/stage.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { locationProjection } from "#server/scheduling/locations/location.projection.ts"
import { readStageList } from "#server/scheduling/stages/stages.queries.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { ofCampaigns, type Scope } from "./scope.queries.ts"

type Alike = {
  readonly locationId: LocationId
  readonly stageId: StageId | null
  readonly status: (typeof reportedStatuses)[number]
  readonly appointments: number
}

const sums = (alike: ReadonlyArray<Alike>) => {
  const of = (wanted: Alike["status"]): number =>
    alike.reduce((sum, { status, appointments }) => (status === wanted ? sum + appointments : sum), 0)
  return {
    ...{ booked: of("booked"), confirmed: of("confirmed"), arrived: of("arrived") },
    ...{ fulfilled: of("fulfilled"), noshow: of("noshow"), cancelled: of("cancelled") },
  } satisfies Omit<AppointmentFigures, "locationHashedId" | "stageId" | "name">
}

/** Appointments on the days of a report by their locations’ calendars; of some campaigns, those that their links led to. */
const readAlike = Effect.fnUntraced(function* (scope: Scope) {
  const { companyId, range, narrowing: { locationId } = {} } = scope
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Alike>`
      select t.location_id as "locationId", (t.row ->> 'stageId')::int as "stageId",
        t.state as status, count(*)::int as appointments
      from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", appointmentProjection)}
        and ${sql.in("t.state", reportedStatuses)}
        ${range === null ? sql`` : sql`and t.row ->> 'date' between ${range.startDate} and ${range.endDate}`}
        and ${ofCampaigns(sql, scope, sql`t.campaign_id`)}
        ${locationId === undefined ? sql`` : sql`and t.location_id = ${locationId}`}
      group by 1, 2, 3`,
  )
})

const readPlaces = Effect.fnUntraced(function* ({ companyId }: Scope, ids: ReadonlyArray<LocationId>) {
  if (ids.length === 0) return []
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<{ id: LocationId; locationHashedId: string; name: string }>`
      select t.id, h.hashed_id as "locationHashedId", t.row ->> 'name' as name
      from read_models t ${withHashedId(sql, "t", locationProjection)}
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", locationProjection)} and ${sql.in("t.id", ids)}
      order by lower(t.row ->> 'name') collate "C"`,
  )
})

/** How many appointments each location and each stage has in a report, by status (docs/policy.md#reports). */
export const readReportedAppointments = Effect.fn("reporting.readReportedAppointments")(function* (scope: Scope) {
  const alike = yield* readAlike(scope)
  const places = yield* readPlaces(scope, [...new Set(alike.map(({ locationId }) => locationId))])
  const { stages } = yield* readStageList(scope.companyId)
  const inOrder = [...stages.map(({ stageId, name }) => ({ stageId, name })), { stageId: null, name: "" }]
  const ofStage = Map.groupBy(alike, ({ stageId }) => stageId)
  return {
    byLocation: places.map(({ id, ...place }) => ({
      ...place,
      stageId: null,
      ...sums(alike.filter(({ locationId }) => locationId === id)),
    })),
    byStage:
      stages.length === 0
        ? []
        : inOrder.flatMap(({ stageId, name }): ReadonlyArray<AppointmentFigures> => {
            const own = ofStage.get(stageId)
            return own === undefined ? [] : [{ locationHashedId: null, stageId, name, ...sums(own) }]
          }),
  } satisfies ReportedAppointments
})
