import type { Stage, StageId } from "#schemas/scheduling/stage.ts"

/** A visit of a patient for a stage, on a day of its location’s calendar; `isOver` once the patient was seen. */
export type StageVisit = { readonly stageId: StageId; readonly date: string; readonly isOver: boolean }

/** The days on which a stage is possible, `YYYY-MM-DD` inclusive; open where null. */
export type StageSpan = { readonly from: string | null; readonly to: string | null }

const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const placeOf = (stages: ReadonlyArray<Stage>, stageId: StageId): number =>
  stages.findIndex((stage) => stage.stageId === stageId)

/** The visits that belong to the series a patient is in: it begins again once the patient was seen for the last stage. */
export const seriesOf = (
  stages: ReadonlyArray<Stage>,
  visits: ReadonlyArray<StageVisit>,
): ReadonlyArray<StageVisit> => {
  const last = stages.findLast(({ isActive }) => isActive)?.stageId
  const ends = visits.flatMap(({ stageId, date, isOver }) => (isOver && stageId === last ? [date] : []))
  const end = ends.toSorted().at(-1) ?? ""
  return visits.filter(({ stageId, date }) => date > end && placeOf(stages, stageId) >= 0)
}

/** The stage that a patient comes for next: the first that is offered after all they have; null where there is none. */
export const nextStage = (stages: ReadonlyArray<Stage>, visits: ReadonlyArray<StageVisit>): StageId | null => {
  const reached = Math.max(-1, ...seriesOf(stages, visits).map(({ stageId }) => placeOf(stages, stageId)))
  return stages.find(({ isActive }, place) => isActive && place > reached)?.stageId ?? null
}

/** How many days lie between two stages: those of each offered stage on the way; `most` is null where one has no limit. */
const daysBetween = (stages: ReadonlyArray<Stage>, from: number, to: number) => {
  const way = stages.slice(from + 1, to + 1).filter(({ isActive }, place) => isActive || from + 1 + place === to)
  return {
    least: way.reduce((sum, { minDays }) => sum + minDays, 0),
    most: way.reduce<number | null>((sum, { maxDays }) => (sum === null || maxDays === null ? null : sum + maxDays), 0),
  }
}

/** The nearest visits of a series before and after a place in the list. */
const neighbours = (stages: ReadonlyArray<Stage>, place: number, series: ReadonlyArray<StageVisit>) => {
  const placed = series
    .map((visit) => ({ visit, place: placeOf(stages, visit.stageId) }))
    .toSorted((one, other) => one.place - other.place)
  return {
    before: placed.findLast((one) => one.place < place),
    same: placed.find((one) => one.place === place)?.visit,
    after: placed.find((one) => one.place > place),
  }
}

const written = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short", day: "numeric" }).format(
    Date.parse(`${date}T00:00:00Z`),
  )

const daysOf = ({ least, most }: { readonly least: number; readonly most: number | null }): string => {
  if (most === null) return least === 1 ? "at least 1 day" : `at least ${least} days`
  return least === most ? `${least === 1 ? "1 day" : `${least} days`}` : `${least} to ${most} days`
}

const daysIn = ({ from, to }: StageSpan): string => {
  if (from === null) return to === null ? "on any day" : `until ${written(to)}`
  return to === null ? `from ${written(from)}` : `from ${written(from)} to ${written(to)}`
}

const latest = (...dates: ReadonlyArray<string | null>) =>
  dates
    .filter((one) => one !== null)
    .toSorted()
    .at(-1) ?? null
const earliest = (...dates: ReadonlyArray<string | null>) => dates.filter((one) => one !== null).toSorted()[0] ?? null

/** When a stage is possible for a patient, and the sentence that says so; null where nothing stands against any day. */
export type StagePossible = { readonly span: StageSpan; readonly sentence: string }

/** On which days a patient may come for a stage, by the visits of the series that they have besides. */
export const possibleDays = (
  stages: ReadonlyArray<Stage>,
  stageId: StageId,
  visits: ReadonlyArray<StageVisit>,
): StagePossible | null => {
  const place = placeOf(stages, stageId)
  const name = stages[place]?.name ?? ""
  const { before, same, after } = neighbours(stages, place, seriesOf(stages, visits))
  const nameAt = (at: number): string => stages[at]?.name ?? ""
  if (same !== undefined) {
    const sentence = `This patient has ${name} on ${written(same.date)} already. Move that visit, or choose another stage.`
    // No day lies before the first and after the last.
    return { span: { from: "9999-12-31", to: "0001-01-01" }, sentence }
  }
  if (before === undefined && after === undefined) return null
  const since = before === undefined ? null : daysBetween(stages, before.place, place)
  const until = after === undefined ? null : daysBetween(stages, place, after.place)
  const from = latest(
    before && since ? plusDays(before.visit.date, since.least) : null,
    after && until && until.most !== null ? plusDays(after.visit.date, -until.most) : null,
  )
  const to = earliest(
    before && since && since.most !== null ? plusDays(before.visit.date, since.most) : null,
    after && until ? plusDays(after.visit.date, -until.least) : null,
  )
  const reasons = [
    ...(before && since ? [`${daysOf(since)} after ${nameAt(before.place)} on ${written(before.visit.date)}`] : []),
    ...(after && until ? [`${daysOf(until)} before ${nameAt(after.place)} on ${written(after.visit.date)}`] : []),
  ].join(", and ")
  const sentence =
    from !== null && to !== null && from > to
      ? `${name} is possible on no day: ${reasons}. Move one of these visits first.`
      : `${name} is possible ${daysIn({ from, to })}: ${reasons}.`
  return { span: { from, to }, sentence }
}

/** Whether a day lies in a span. */
export const isWithin = ({ from, to }: StageSpan, date: string): boolean =>
  (from === null || date >= from) && (to === null || date <= to)

/** Whether a slot of a day, whose section is for one stage or for any, suits the stage that a patient comes for next. */
export const fitsNextStage = (
  stages: ReadonlyArray<Stage>,
  visits: ReadonlyArray<StageVisit>,
  { date, only }: { readonly date: string; readonly only: StageId | null },
): boolean => {
  const stageId = nextStage(stages, visits)
  if (only !== null && only !== stageId) return false
  const possible = stageId === null ? null : possibleDays(stages, stageId, visits)
  return possible === null || isWithin(possible.span, date)
}
