import { Cause, Clock, Effect, Latch, Layer, Stream } from "effect"
import type { CompanyId, PatientId } from "#schemas/ids.ts"
import type { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import { thingOf } from "#server/decider.ts"
import { journeysChanged } from "#server/delivery/journeyNews.ts"
import { repliesRead } from "#server/delivery/lostReplies.ts"
import { countsChanged } from "#server/delivery/LiveCounts.ts"
import { systemContext } from "#server/handle.ts"
import { appointmentProjection } from "#server/scheduling/appointments/appointment.projection.ts"
import { notifyChanges } from "#server/store/changes.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore, type StoredEvent } from "#server/store/EventStore.ts"
import { settleJourneys } from "./journeys.commands.ts"
import { judgeTests } from "./judgeTests.commands.ts"
import { commandMultiCampaign, startMultiCampaign } from "./multiCampaign.commands.ts"

/** How often it is looked for people who are due while a multi-campaign is under way, and else. */
const lookEvery = { underway: "1 second", else: "20 seconds" } as const

type Underway = {
  readonly companyId: CompanyId
  readonly id: MultiCampaignId
  readonly what: "due" | "ready" | "waits"
}

/** Scheduled and running multi-campaigns: those whose start has come, those with someone to look at or with no one left, and those that wait. */
const findUnderway = Effect.fnUntraced(function* (now: number) {
  const { sql, readEveryCompany } = yield* Database
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  return yield* readEveryCompany(sql<Underway>`
    select m.company_id as "companyId", m.multi_campaign_id as id, case
      when m.state = 'scheduled' then case when m.start_at <= ${at} then 'due' else 'waits' end
      when not m.entered or first.is_open is null or first.next_at <= ${at}
        or exists (select from ladder_tests t where t.company_id = m.company_id and t.multi_campaign_id = m.multi_campaign_id
          and not t.decided and t.judge_at <= ${at})
        or exists (select from journey_news n where n.company_id = m.company_id and n.multi_campaign_id = m.multi_campaign_id) then 'ready'
      else 'waits' end as what
    from multi_campaign_runs m
    -- The next one is looked up: a planner may read everyone to find out whether there is one.
    left join lateral (
      select true as is_open, j.next_at from journeys j
      where j.company_id = m.company_id and j.multi_campaign_id = m.multi_campaign_id and j.ended_at is null
      order by j.next_at limit 1) first on true
    where m.state in ('scheduled', 'running')`)
})

/** Takes everyone of a multi-campaign on who can go on now; completes it once everyone has come to an end. */
const takeOn = Effect.fnUntraced(function* ({ companyId, id, what }: Underway) {
  if (what === "waits") return
  if (what === "due") return yield* startMultiCampaign(systemContext(companyId, `multiCampaign-${id}-start`), id)
  let settled = yield* settleJourneys(companyId, id)
  while (settled === "more" || (yield* judgeTests(companyId, id, settled === "over")))
    settled = yield* settleJourneys(companyId, id)
  if (settled === "over")
    yield* commandMultiCampaign(systemContext(companyId, `multiCampaign-${id}-complete`), id, {
      _tag: "CompleteMultiCampaign",
    })
})

/** Looks once at the multi-campaigns of all companies; gives whether any is under way. One's trouble must not keep the others from going on. */
export const settleMultiCampaigns = Effect.gen(function* () {
  const found = yield* findUnderway(yield* Clock.currentTimeMillis)
  for (const underway of found)
    yield* takeOn(underway).pipe(
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.logError(`Multi-campaign ${underway.id} of company ${underway.companyId} could not go on`, cause),
      ),
    )
  return found.length > 0
}).pipe(Effect.withSpan("settleMultiCampaigns"))

/** Lets people be looked at again whose appointments changed. Seen twice, an event does nothing more. */
export const followVisits = Effect.fn("followVisits")(function* (events: ReadonlyArray<StoredEvent>) {
  const { sql, company } = yield* Database
  const visits = events.flatMap(({ companyId, stream, type }) => {
    const id = thingOf(appointmentProjection, stream)
    return id !== undefined && (type === "AppointmentBooked" || type === "AppointmentConfirmed")
      ? [{ companyId, id }]
      : []
  })
  for (const [companyId, some] of Map.groupBy(visits, (one) => one.companyId)) {
    const noted = yield* company(companyId)(sql<{ patient_id: PatientId }>`
      insert into journey_news (company_id, multi_campaign_id, patient_id)
      select j.company_id, j.multi_campaign_id, j.patient_id from journeys j
      where j.company_id = ${companyId} and j.ended_at is null and j.patient_id in (
        select (row ->> 'patientId')::int from read_models where company_id = ${companyId} and category = 'appointment'
          and id = any(${integers(some.map(({ id }) => id))}::int[]))
      returning patient_id`)
    if (noted.length > 0) yield* notifyChanges(sql, [journeysChanged(companyId)])
  }
})

/** The background work of multi-campaigns, for processes with the worker role: it takes people from step to step. */
export const multiCampaignWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* store.subscribe("multi-campaigns", (events) => Effect.orDie(followVisits(events))).pipe(Effect.forkScoped)
    const heard = yield* Latch.make(true)
    yield* store.changes.pipe(
      Stream.filter(
        ({ type, stream }) =>
          type === "JourneysChanged" || (stream.startsWith("multiCampaign-") && type !== countsChanged),
      ),
      Stream.runForEach(() => Effect.sync(() => void heard.openUnsafe())),
      Effect.forkScoped,
    )
    const settling = Effect.sync(() => void heard.closeUnsafe()).pipe(
      Effect.andThen(settleMultiCampaigns),
      Effect.catchCause((cause) => Effect.as(Effect.logError("Multi-campaigns could not be looked at", cause), true)),
      Effect.flatMap((isUnderway) =>
        Effect.timeoutOption(heard.await, isUnderway ? lookEvery.underway : lookEvery.else),
      ),
      Effect.forever,
    )
    yield* Effect.forkScoped(Effect.andThen(repliesRead, settling))
  }),
)
