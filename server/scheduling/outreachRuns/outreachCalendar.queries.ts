import { Clock, Effect, Result } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { outreachRunLimits, type OutreachCalendar, type TimedCampaign } from "#schemas/scheduling/outreachRun.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { dateAt, daysFrom, plusDays, startOfDay } from "#server/scheduling/schedules/wallTime.rule.ts"
import { readOccurrences, readOutreachRuns } from "./outreachRun.queries.ts"

type Span = { readonly from: string; readonly to: string }

const invalid = (message: string) => Result.fail(problem("Invalid", message, { errors: [{ field: "to", message }] }))

/** The days that were asked for: real ones, in order, and not too many. */
export const calendarSpan = ({ from, to }: Span) => {
  try {
    const days = daysFrom(from, to)
    return days < 1 || days > outreachRunLimits.days
      ? invalid(`Ask for 1 to ${outreachRunLimits.days} days.`)
      : Result.succeed({ from, to })
  } catch {
    return invalid("Enter days that are on the calendar.")
  }
}

type Timed = Omit<TimedCampaign, "date">

/** Campaigns that were given a start time, once it was certain, in the days of a zone. */
const readTimed = Effect.fnUntraced(function* (companyId: CompanyId, { from, to }: Span, zone: string) {
  const { sql, read } = yield* Database
  const found = yield* read(
    companyId,
    sql<Timed>`
      select h.hashed_id as "hashedId", c.row ->> 'name' as name, c.state, c.row ->> 'startAt' as at
      from read_models c ${withHashedId(sql, "c", campaignProjection)}
      where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and c.state not in ('draft', 'unconfirmed', 'deleted')
        and (c.row ->> 'startAt') collate "C" >= ${startOfDay(from, zone)} and (c.row ->> 'startAt') collate "C" < ${startOfDay(plusDays(to, 1), zone)}
      order by at`,
  )
  return found.map((campaign): TimedCampaign => ({ ...campaign, date: dateAt(Date.parse(campaign.at), zone) }))
})

/** The zone of a company, in which its calendar is shown and its runs are set up. */
const zoneOf = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const [row] = yield* read(
    companyId,
    sql<{ timezone: string }>`select timezone from companies where company_id = ${companyId}`,
  )
  return row?.timezone ?? (yield* Effect.die(`There is no company ${companyId}`))
})

/** The runs of a company with their dates of some days, and the campaigns that were timed by hand. */
export const readOutreachCalendar = Effect.fn("readOutreachCalendar")(function* (companyId: CompanyId, span: Span) {
  const timezone = yield* zoneOf(companyId)
  const all = yield* readOutreachRuns(companyId)
  return {
    today: dateAt(yield* Clock.currentTimeMillis, timezone),
    timezone,
    runs: all.map(({ run }) => run),
    occurrences: yield* readOccurrences(companyId, all, span),
    campaigns: yield* readTimed(companyId, span, timezone),
  } satisfies OutreachCalendar
})
