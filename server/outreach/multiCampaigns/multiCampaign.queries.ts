import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Struct } from "effect"
import type { CompanyId, UserId } from "#schemas/ids.ts"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { factsOf } from "#schemas/outreach/channels.ts"
import { journeyEnds, type JourneyEnd } from "#schemas/outreach/ladder.ts"
import {
  MultiCampaignFacts,
  type LadderCounts,
  type LadderProgress,
  type MultiCampaign,
  type MultiCampaignDetail,
  type MultiCampaignId,
  type multiCampaignList,
  type ShownStep,
} from "#schemas/outreach/multiCampaign.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { streamId } from "#server/decider.ts"
import { readConfirmation, submittedIn } from "#server/outreach/campaigns/confirmation.queries.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { decodeFlow } from "#server/outreach/templates/template.queries.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { troubleOf } from "#server/outreach/campaigns/senderTrouble.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import type { ListPage } from "#server/store/ordering.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { pageOfRows, readPage, readRow, rowsOf, type RowPage } from "#server/store/readModels.ts"
import { triesOf } from "./stepTemplates.queries.ts"
import { lastStepAt } from "./ladder.rule.ts"
import { multiCampaignProjection, type MultiCampaignRow } from "./multiCampaign.projection.ts"
import { readReasons } from "./stepReasons.queries.ts"
import { readTests, shownTest, type StoredTest } from "./shownTests.queries.ts"

type Stored = {
  readonly row: unknown
  readonly hashed_id: string
  readonly stream_version: number
  readonly list_name: string | null
}

const rowOf = readRow(multiCampaignProjection)

const list = {
  alias: "l",
  projection: multiCampaignProjection,
  columns: {
    name: `lower(l.row ->> 'name') collate "C"`,
    state: `l.state collate "C"`,
    people: `(select coalesce(sum(k.people), 0) from journey_counts k where k.company_id = l.company_id and k.multi_campaign_id = l.id)`,
    launched: `coalesce(l.row ->> 'launchedOn', '') collate "C"`,
  } satisfies Record<(typeof multiCampaignList.columns)[number], string>,
}

const page = (sql: PgClient, companyId: CompanyId, asked: RowPage) => sql<Stored>`
  select l.row, h.hashed_id, l.stream_version, p.name as list_name
  from read_models l ${withHashedId(sql, "l", multiCampaignProjection)}
  left join patient_lists p on p.company_id = l.company_id and p.list_id = (l.row ->> 'listId')::int
  ${pageOfRows(sql, companyId, list, asked)}`

type Numbers = {
  readonly id: MultiCampaignId
  readonly at_rung: number
  readonly ended_as: JourneyEnd | ""
  readonly way: ReadonlyArray<number>
  readonly people: number
}

type StepRow = Omit<ShownStep, "test" | "counts" | "templateName" | "senderNumber" | "tries" | "trouble"> & {
  readonly id: MultiCampaignId
  readonly templateName: string | null
  readonly senderNumber: string | null
  readonly troubleCode: string | null
  readonly troubleSince: Date | null
  readonly standIn: string | null
  /** The call flow of a call; null for a text. */
  readonly flow: string | null
  readonly counts: Readonly<Record<string, number>> | null
}

/** Where the people of multi-campaigns stand, what became of their texts and calls, and how their tests go. */
const readNumbers = Effect.fnUntraced(function* (companyId: CompanyId, ids: ReadonlyArray<number>, withTests = true) {
  const { sql, read } = yield* Database
  const nothing: ReadonlyArray<StoredTest> = []
  if (ids.length === 0) return { people: [], steps: [], tests: nothing }
  const asked = sql`(select value::int from jsonb_array_elements_text(${sql.json(ids)}))`
  const people = yield* read(
    companyId,
    sql<Numbers>`
      select multi_campaign_id as id, at_rung, ended_as, way, people from journey_counts
      where company_id = ${companyId} and multi_campaign_id in ${asked} and people > 0`,
  )
  const steps = yield* read(
    companyId,
    sql<StepRow>`
      select l.id, (s.value ->> 'stepId')::int as "stepId", s.value ->> 'channel' as channel, t.row ->> 'name' as "templateName",
        run.template_version as "templateVersion", n.e164 as "senderNumber", n.trouble_code as "troubleCode",
        n.trouble_since as "troubleSince", n.stand_in as "standIn", case when t.row ->> 'channel' = ${callChannel} then v.text end as flow, h.hashed_id as "campaignHashedId",
        (select jsonb_object_agg(k.state, k.people) from (
          select k.state, sum(k.people)::int as people from ladder_steps x
          join campaign_counts k on k.company_id = x.company_id and k.campaign_id = x.campaign_id and k.people > 0
          where x.multi_campaign_id = l.id and x.company_id = l.company_id and x.step_id = (s.value ->> 'stepId')::int group by 1) k) as counts
      from read_models l cross join lateral jsonb_array_elements(l.row -> 'steps') with ordinality s
      left join ladder_steps c on c.multi_campaign_id = l.id and c.company_id = l.company_id and c.is_current
        and c.variant = 0 and c.step_id = (s.value ->> 'stepId')::int
      left join campaign_runs run on run.company_id = c.company_id and run.campaign_id = c.campaign_id
      left join hashed_ids h on h.company_id = c.company_id and h.kind = ${campaignProjection.category} and h.id = c.campaign_id
      left join read_models t on t.company_id = l.company_id and ${rowsOf(sql, "t", templateProjection)} and t.id = (s.value ->> 'templateId')::int
      left join template_versions v on v.company_id = l.company_id and v.template_id = (s.value ->> 'templateId')::int
        and v.version = coalesce(run.template_version, (t.row ->> 'publishedVersion')::int)
      left join senders n on n.company_id = l.company_id and n.sender_id = (s.value ->> 'senderId')::int
      where l.company_id = ${companyId} and ${rowsOf(sql, "l", multiCampaignProjection)} and l.id in ${asked}
      order by l.id, s.ordinality`,
  )
  return { people, steps, tests: withTests ? yield* readTests(companyId, ids) : nothing }
})

/** Who has ended, by the steps that they got and the one that they came to last, most people first. */
const waysOf = (
  row: MultiCampaignRow,
  numbers: Effect.Success<ReturnType<typeof readNumbers>>,
): LadderProgress["ways"] =>
  numbers.people
    .filter(({ id }) => id === row.multiCampaignId)
    .flatMap(({ at_rung, ended_as, way, people }) =>
      ended_as === "" ? [] : [{ stepId: lastStepAt(row.steps, at_rung), as: ended_as, steps: way, people }],
    )
    .toSorted((one, other) => other.people - one.people)

const countsOf = (row: MultiCampaignRow, numbers: Effect.Success<ReturnType<typeof readNumbers>>): LadderCounts => {
  const own = numbers.people.filter(({ id }) => id === row.multiCampaignId)
  const sum = (some: ReadonlyArray<Numbers>) => some.reduce((all, { people }) => all + people, 0)
  const open = Map.groupBy(
    own.filter(({ ended_as }) => ended_as === ""),
    ({ at_rung }) => lastStepAt(row.steps, at_rung),
  )
  return {
    people: sum(own),
    at: [...open].map(([stepId, some]) => ({ stepId, people: sum(some) })),
    ended: journeyEnds.flatMap((as) => {
      const people = sum(own.filter(({ ended_as }) => ended_as === as))
      return people === 0 ? [] : [{ as, people }]
    }),
    steps: numbers.steps
      .filter(({ id }) => id === row.multiCampaignId)
      .map(({ id: _, counts, templateName, senderNumber, troubleCode, troubleSince, standIn, flow, ...step }) => ({
        ...step,
        trouble:
          peopleIn(counts ?? {}, ["queued", "sending"]) === 0
            ? null
            : troubleOf(factsOf(step.channel), { code: troubleCode, since: troubleSince, standIn }),
        tries: flow === null ? 1 : triesOf(decodeFlow(flow)),
        templateName: templateName ?? "",
        senderNumber: senderNumber ?? "",
        counts: counts ?? {},
        test: shownTest(row, step.stepId, numbers.tests),
      })),
  }
}

const shownOf = (
  { row: stored, hashed_id, stream_version, list_name }: Stored,
  numbers: Effect.Success<ReturnType<typeof readNumbers>>,
): MultiCampaign => {
  const row = rowOf(stored)
  return {
    ...Struct.pick(row, ["multiCampaignId", "updatedOn", "launchedOn", "endedOn"]),
    ...{ hashedId: hashed_id, version: stream_version, listName: list_name ?? "" },
    // A stored multi-campaign was made.
    state: row.state as MultiCampaign["state"],
    draft: Struct.pick(row, Struct.keys(MultiCampaignFacts.fields)),
    counts: countsOf(row, numbers),
  }
}

/** One page of a company's multi-campaigns without deleted ones, newest first where nothing else is asked for. */
export const readMultiCampaigns = Effect.fn("readMultiCampaigns")(function* (companyId: CompanyId, asked: ListPage) {
  const { sql } = yield* Database
  const found = yield* readPage(companyId, list, asked, {
    page: page(sql, companyId, asked),
    shownOf: (stored: Stored) => stored,
    idOf: ({ row }) => rowOf(row).multiCampaignId,
  })
  const numbers = yield* readNumbers(
    companyId,
    found.rows.map(({ row }) => rowOf(row).multiCampaignId),
    false,
  )
  return { ...found, rows: found.rows.map((stored) => shownOf(stored, numbers)) }
})

/** A multi-campaign of the company; fails with NotFound when it was never saved or is deleted. */
const foundStored = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  const { sql, read } = yield* Database
  const rows = read(companyId, page(sql, companyId, { id, pageSize: 1 }))
  return yield* orNotFound(Effect.map(rows, ([row]) => row))
})

/** The people of a multi-campaign by step and state; fails with NotFound. */
export const readLadderCounts = Effect.fn("readLadderCounts")(function* (companyId: CompanyId, id: MultiCampaignId) {
  const row = rowOf((yield* foundStored(companyId, id)).row)
  const numbers = yield* readNumbers(companyId, [id])
  return { ...countsOf(row, numbers), ways: waysOf(row, numbers) } satisfies LadderProgress
})

/** The ladder of a multi-campaign and the state it is in; fails with NotFound. */
export const foundLadder = Effect.fnUntraced(function* (companyId: CompanyId, id: MultiCampaignId) {
  return rowOf((yield* foundStored(companyId, id)).row)
})

/** A multi-campaign as it is listed; fails with NotFound. Unlike its history it can be read within a company's transaction. */
export const readMultiCampaign = Effect.fn("readMultiCampaign")(function* (companyId: CompanyId, id: MultiCampaignId) {
  const stored = yield* foundStored(companyId, id)
  return shownOf(stored, yield* readNumbers(companyId, [id]))
})

/** A multi-campaign as `viewer` sees it, with its history, oldest first; fails with NotFound. */
export const readMultiCampaignDetail = Effect.fn("readMultiCampaignDetail")(function* (
  companyId: CompanyId,
  id: MultiCampaignId,
  viewer: UserId,
) {
  const stored = yield* foundStored(companyId, id)
  const numbers = yield* readNumbers(companyId, [id])
  const shown = shownOf(stored, numbers)
  const events = yield* (yield* EventStore).readStream(companyId, streamId(multiCampaignProjection, id))
  const actorOf = yield* actorsOf(events)
  const { isNeeded } = yield* readConfirmation(companyId, shown.draft.listId)
  const reasons = yield* readReasons(companyId, id, shown.draft)
  return {
    ...shown,
    counts: { ...shown.counts, ways: waysOf(rowOf(stored.row), numbers) },
    ...{ reasons, needsConfirmation: isNeeded },
    submitted: submittedIn(shown.state, events, viewer, isNeeded),
    history: events.map((event) => ({ type: event.type, at: event.at, actor: actorOf(event) })),
  } satisfies MultiCampaignDetail
})
