import { Clock, Effect } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { AppointmentId, LaterVisit } from "#schemas/scheduling/appointment.ts"
import type { SlotId } from "#schemas/scheduling/slot.ts"
import type { Stage, StageId, StageList } from "#schemas/scheduling/stage.ts"
import type { AppointmentRow } from "#server/scheduling/appointments/appointment.projection.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { readRow, rowsOf } from "#server/store/readModels.ts"
import { fitsNextStage, isWithin, nextStage, possibleDays, seriesOf, type StageVisit } from "./stageOrder.rule.ts"
import { stagesProjection } from "./stages.decider.ts"

const rowOf = readRow(stagesProjection)

const noList = { version: 0, stages: [] as ReadonlyArray<Stage> }

/**
 * The stages of a company in their order, with the version of their list. Locked, the list stays as it is until the
 * transaction ends, so that no stage is removed that is being taken.
 */
export const readStageList = Effect.fn("readStageList")(function* (
  companyId: CompanyId,
  { isLocked = false }: { readonly isLocked?: boolean } = {},
) {
  const { sql, read } = yield* Database
  const [stored] = yield* read(
    companyId,
    sql<{ row: unknown; version: number }>`
      select t.row, t.stream_version as version from read_models t
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", stagesProjection)} and t.id = ${companyId}
      ${isLocked ? sql`for share` : sql``}`,
  )
  return stored === undefined ? noList : { version: stored.version, stages: rowOf(stored.row).stages }
})

/** The numbers of the stages that sections of schedules or appointments are for. */
export const readUsedStages = Effect.fn("readUsedStages")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const rows = yield* read(
    companyId,
    sql<{ stageId: StageId }>`
      select distinct (r.row ->> 'stageId')::int as "stageId" from read_models r
      where r.company_id = ${companyId} and r.category = 'appointment' and r.row ->> 'stageId' is not null
      union
      select (e ->> 'stageId')::int from read_models s, jsonb_array_elements(s.row -> 'sections') e
      where s.company_id = ${companyId} and s.category = 'schedule' and e ->> 'stageId' is not null`,
  )
  return new Set(rows.map(({ stageId }) => stageId))
})

/** Patients’ visits for stages: those that are ahead and those that were; a hold whose time is over is none. */
export const readStageVisits = Effect.fn("readStageVisits")(function* (
  companyId: CompanyId,
  patientIds: ReadonlyArray<PatientId>,
  except?: AppointmentId,
) {
  const { sql, read } = yield* Database
  const now = new Date(yield* Clock.currentTimeMillis).toISOString()
  return yield* read(
    companyId,
    sql<StageVisit & { readonly patientId: PatientId }>`
      select r.patient_id as "patientId", (r.row ->> 'stageId')::int as "stageId",
        r.row ->> 'date' as date, r.state = 'fulfilled' as "isOver"
      from read_models r
      where r.company_id = ${companyId} and r.category = 'appointment' and r.row ->> 'stageId' is not null
        and r.patient_id = any(${integers(patientIds)}::int[])
        and r.state in ('pending', 'booked', 'confirmed', 'arrived', 'fulfilled')
        and (r.state <> 'pending' or r.row ->> 'heldUntil' > ${now})
        ${except === undefined ? sql`` : sql`and r.id <> ${except}`}`,
  )
})

/** The list as staff see it, with the stage that a patient comes for next. */
export const readStages = Effect.fn("readStages")(function* (companyId: CompanyId, patientId?: PatientId) {
  const { version, stages } = yield* readStageList(companyId)
  const used = stages.length === 0 ? new Set<StageId>() : yield* readUsedStages(companyId)
  const visits = patientId === undefined || stages.length === 0 ? [] : yield* readStageVisits(companyId, [patientId])
  return {
    version,
    stages: stages.map((stage) => ({ ...stage, isUsed: used.has(stage.stageId) })),
    nextStageId: patientId === undefined ? null : nextStage(stages, visits),
  } satisfies StageList
})

/** The stage for which a patient comes who chooses none: the next of their series; null where there is none. */
export const readNextStage = Effect.fn("readNextStage")(function* (companyId: CompanyId, patientId: PatientId) {
  const { stages } = yield* readStageList(companyId)
  return stages.length === 0 ? null : nextStage(stages, yield* readStageVisits(companyId, [patientId]))
})

/** The stage that the section of a slot is for; null for any. */
const readSlotStage = Effect.fnUntraced(function* (companyId: CompanyId, slotId: SlotId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ stageId: StageId | null }>`
      select (e ->> 'stageId')::int as "stageId" from slots s
      join read_models r on r.company_id = s.company_id and r.category = 'schedule' and r.id = s.location_id
      cross join lateral jsonb_array_elements(r.row -> 'sections') e
      where s.company_id = ${companyId} and s.slot_id = ${slotId} and (e ->> 'apptSection')::int = s.appt_section`,
  )
  return row?.stageId ?? null
})

/** Those of some patients who may not come to a slot for the stage that is next for them; inside the company’s transaction. */
export const readOutOfStage = Effect.fn("readOutOfStage")(function* (
  companyId: CompanyId,
  patientIds: ReadonlyArray<PatientId>,
  { slotId, date }: { readonly slotId: SlotId; readonly date: string },
) {
  const { stages } = yield* readStageList(companyId)
  if (stages.length === 0 || patientIds.length === 0) return new Set<PatientId>()
  const only = yield* readSlotStage(companyId, slotId)
  const visits = Map.groupBy(yield* readStageVisits(companyId, patientIds), ({ patientId }) => patientId)
  return new Set(patientIds.filter((id) => !fitsNextStage(stages, visits.get(id) ?? [], { date, only })))
})

/** Who comes for which stage: null for a visit without one. `except` is the appointment that is moved itself. */
export type ForStage = {
  readonly patientId: PatientId
  readonly stageId: StageId | null
  readonly except?: AppointmentId | undefined
}

/** On which days someone may come for a stage; null where nothing stands against any day. */
export const readPossibleDays = Effect.fn("readPossibleDays")(function* (
  companyId: CompanyId,
  { patientId, stageId, except }: ForStage,
) {
  if (stageId === null) return null
  const { stages } = yield* readStageList(companyId)
  return possibleDays(stages, stageId, yield* readStageVisits(companyId, [patientId], except))
})

/** The visits of later stages of the series that an appointment belongs to, in the order of stages. */
export const readLaterVisits = Effect.fn("readLaterVisits")(function* (
  companyId: CompanyId,
  { patientId, stageId, appointmentId }: Pick<AppointmentRow, "patientId" | "stageId" | "appointmentId">,
) {
  if (stageId === undefined) return []
  const { stages } = yield* readStageList(companyId)
  const series = seriesOf(stages, yield* readStageVisits(companyId, [patientId], appointmentId))
  const place = stages.findIndex((stage) => stage.stageId === stageId)
  return stages.flatMap((stage, at): ReadonlyArray<LaterVisit> =>
    at <= place
      ? []
      : series
          .filter((visit) => visit.stageId === stage.stageId && !visit.isOver)
          .map(({ date }) => ({ stage: stage.name, date })),
  )
})

/**
 * Makes sure that a visit keeps the order of stages and the days between them; the patient’s row is locked by then, and
 * the list is from here on. Fails with NotAllowedNow, and with Invalid for a stage that is not there or disabled where
 * `isNew`. Joins the command's transaction.
 */
export const refuseStage = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { patientId, stageId, except, date, isNew }: ForStage & { readonly date: string; readonly isNew: boolean },
) {
  if (stageId === null) return
  const { stages } = yield* readStageList(companyId, { isLocked: true })
  const stage = stages.find((one) => one.stageId === stageId)
  if (isNew && !stage?.isActive) {
    const message = "This stage is not offered any more. Choose another one."
    return yield* Effect.fail(problem("Invalid", message, { errors: [{ field: "stageId", message }] }))
  }
  const possible = possibleDays(stages, stageId, yield* readStageVisits(companyId, [patientId], except))
  if (possible === null || isWithin(possible.span, date)) return
  yield* Effect.fail(problem("NotAllowedNow", possible.sentence))
})
