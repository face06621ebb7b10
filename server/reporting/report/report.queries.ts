import { Clock, Effect, Result, Struct } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import { type Problem } from "#schemas/problem.ts"
import type { Report } from "#schemas/reporting/report.ts"
import { filterNames, type Narrowed, type ReportQuestion } from "#schemas/reporting/reportQuestion.ts"
import { dayOf, dayRange, daysBefore, type DayRange } from "./dayRange.rule.ts"
import { figuresOf, seriesOf } from "./figures.rule.ts"
import { byCampaign, optOutReasons, reasons, tallyOf } from "./breakdowns.rule.ts"
import {
  findCampaign,
  readCompany,
  readAlike,
  readDays,
  readDistinct,
  readNames,
  readOptedOut,
  type ReportedCampaign,
} from "./reportTables.queries.ts"
import { readReportedAppointments } from "./reportedAppointments.queries.ts"
import type { Scope } from "./scope.queries.ts"
import { readNarrowing } from "./narrowing.queries.ts"
import { orNotFound } from "#server/store/orNotFound.ts"

/** A question made definite: the days to show, and the people to count. */
export type ReportFrame = {
  readonly scope: Scope
  readonly range: DayRange
  readonly campaign: ReportedCampaign | null
  /** What it is narrowed to, in names. */
  readonly narrowed: ReadonlyArray<Narrowed>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Makes a question definite. Without dates a campaign is counted whole, from its
 * launch to the last thing that happened, and a company over the last 30 days.
 * Fails with NotFound for a campaign that is not the company's, and with Invalid
 * for dates in reverse or beyond the calendar and for other things that are not the company's.
 */
export const frameOf = Effect.fn("reporting.frameOf")(function* (companyId: CompanyId, question: ReportQuestion) {
  const { timezone: zone } = yield* readCompany(companyId)
  const now = yield* Clock.currentTimeMillis
  const campaign =
    question.campaignHashedId === undefined
      ? null
      : yield* orNotFound(findCampaign(companyId, question.campaignHashedId))
  const isWhole = campaign !== null && question.startDate === undefined && question.endDate === undefined
  const last = isWhole && campaign.lastAt !== null ? Math.max(campaign.lastAt, campaign.since) : now
  const range: DayRange = yield* Result.match(
    dayRange(question, {
      zone,
      today: dayOf(last, zone),
      earliest: campaign === null ? undefined : dayOf(campaign.since, zone),
    }),
    { onSuccess: Effect.succeed, onFailure: (failure): Effect.Effect<never, Problem> => Effect.fail(failure) },
  )
  const { narrowing, narrowed } = yield* readNarrowing(companyId, question)
  const scope: Scope = { companyId, campaignId: campaign?.campaignId ?? null, range: isWhole ? null : range, narrowing }
  return { scope, range, campaign, narrowed, now } satisfies ReportFrame
})

const readTally = (scope: Scope) =>
  Effect.map(Effect.all([readAlike(scope), readDistinct(scope)]), ([alike, distinct]) => tallyOf(alike, distinct))

/** The report of a company or of one of its campaigns, each number with its definition (docs/policy.md#reports). */
export const makeReport = Effect.fn("reporting.makeReport")(function* (
  companyId: CompanyId,
  question: ReportQuestion,
  { hasAppointments }: { readonly hasAppointments: boolean },
) {
  const { scope, range, campaign, narrowed, now } = yield* frameOf(companyId, question)
  const before = scope.range === null ? null : daysBefore(scope.range)
  const previous = before === null ? null : yield* readTally({ ...scope, range: before })
  const alike = yield* readAlike(scope)
  const names = yield* readNames(companyId, [...new Set(alike.map(({ campaignId }) => campaignId))])
  return {
    campaignHashedId: question.campaignHashedId ?? null,
    campaignName: campaign?.name ?? null,
    filters: Struct.pick(question, filterNames),
    narrowed,
    startDate: range.startDate,
    endDate: range.endDate,
    zone: range.zone,
    asOf: new Date(now).toISOString(),
    figures: figuresOf(tallyOf(alike, yield* readDistinct(scope)), previous),
    byDay: seriesOf(range, yield* readDays(scope, range)),
    previous: before === null ? null : { startDate: before.startDate, endDate: before.endDate },
    byCampaign: byCampaign(alike, names),
    ...reasons(alike),
    optOuts: optOutReasons(yield* readOptedOut(scope)),
    // An appointment has no text, and so no language of one.
    ...(hasAppointments && question.language === undefined
      ? { appointments: yield* readReportedAppointments(scope) }
      : {}),
  } satisfies Report
})
