import { Clock, Effect, Result } from "effect"
import type { CompanyId, PatientId, TemplateId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { journeyEnds, textsOf, type LadderStep } from "#schemas/outreach/ladder.ts"
import type { LadderSimulation, SimulateLadder } from "#schemas/outreach/multiCampaign.ts"
import { notFound } from "#schemas/problem.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { fullName } from "#server/outreach/campaigns/checkCampaign.queries.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import type { Addressee } from "#server/outreach/recipients/assess.rule.ts"
import { companyFacts, hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { readSendingRules, readTextTimes } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { isCapped, readyRules, releaseTo } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { integers } from "#server/store/columnArrays.ts"
import { Database } from "#server/store/Database.ts"
import type { Chances, Judged, Simulated } from "./simulate.rule.ts"
import { simulatePeople } from "./simulateTests.rule.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"

/** People drawn for a simulation. */
const sampleSize = 200

/** What is assumed of texts and calls where a company has sent too few to know. */
const assumed: Readonly<Record<ChannelName, Chances>> = {
  SMS: { reached: 0.95, replied: 0.1, clicked: 0, booked: 0, optedOut: 0.01, sets: [] },
  IVR: { reached: 0.45, replied: 0.25, clicked: 0, booked: 0, optedOut: 0.02, sets: [] },
}
/** Where a text has the link to book by. */
const assumedBooked = 0.2
/** Those who look and do not book. */
const assumedClicked = 0.15
/** Fewer messages than this say nothing. */
const fewest = 200

type Past = {
  readonly channel: ChannelName
  readonly sent: number
  readonly reached: number
  readonly replied: number
  readonly opted_out: number
}

/** How the company's own texts and calls went. */
const readPast = Effect.fnUntraced(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Past>`
      select s.channel, coalesce(sum(k.people) filter (where k.state in ('delivered', 'replied', 'optedOut', 'failed')), 0)::int as sent,
        coalesce(sum(k.people) filter (where k.state in ('delivered', 'replied', 'optedOut')), 0)::int as reached,
        coalesce(sum(k.people) filter (where k.state = 'replied'), 0)::int as replied,
        coalesce(sum(k.people) filter (where k.state = 'optedOut'), 0)::int as opted_out
      from campaign_counts k
      join campaign_runs c on c.company_id = k.company_id and c.campaign_id = k.campaign_id
      join senders s on s.company_id = c.company_id and s.sender_id = c.sender_id
      where k.company_id = ${companyId} group by 1`,
  )
})

const chancesFrom = (past: ReadonlyArray<Past>, channel: ChannelName): Chances => {
  const own = past.find((one) => one.channel === channel)
  if (own === undefined || own.sent < fewest) return assumed[channel]
  const share = (some: number) => (own.reached === 0 ? 0 : some / own.reached)
  return {
    reached: own.reached / own.sent,
    replied: share(own.replied),
    clicked: 0,
    booked: 0,
    optedOut: share(own.opted_out),
    sets: [],
  }
}

/** The same people for the same seed, as a channel reaches them, and who shares a number with someone before them on the list. */
const samplePeople = Effect.fnUntraced(function* (
  companyId: CompanyId,
  { listId, seed }: Pick<SimulateLadder, "listId" | "seed">,
  channels: ReadonlyArray<ChannelName>,
) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      const drawn = yield* sql<{ patient_id: PatientId }>`
        select patient_id from list_members where company_id = ${companyId} and list_id = ${listId}
        order by md5(${seed}::int::text || ' ' || patient_id::text) limit ${sampleSize}`
      const [all] = yield* sql<{ people: number }>`
        select count(*)::int as people from list_members where company_id = ${companyId} and list_id = ${listId}`
      const ids = drawn.map(({ patient_id }) => patient_id)
      const second = yield* sql<{ patient_id: PatientId }>`
        select asked.p as patient_id from unnest(${integers(ids)}::int[]) as asked (p)
        -- Looked up one by one: a planner without statistics would read the whole list.
        cross join lateral (
          select phone from patients where company_id = ${companyId} and patient_id = asked.p offset 0) own
        cross join lateral (
          select true from patients q
          cross join lateral (
            select from list_members m
            where m.company_id = ${companyId} and m.list_id = ${listId} and m.patient_id = q.patient_id offset 0) m
          where q.company_id = ${companyId} and q.phone = own.phone and q.patient_id < asked.p limit 1) first`
      const byChannel = new Map<ChannelName, ReadonlyMap<PatientId, Addressee>>()
      for (const channel of channels) {
        const rows = yield* sql<AddresseeRow>`
          select ${addresseeColumns(sql, channel)} from patients p where p.company_id = ${companyId}
            and p.patient_id = any(${integers(ids)}::int[])`
        byChannel.set(channel, new Map(rows.map((row) => [row.patient_id, addresseeOf(row)])))
      }
      const isSecond = new Set(second.map(({ patient_id }) => patient_id))
      return { ids, people: all?.people ?? 0, byChannel, isSecond }
    }),
  )
})

/** How each text or call flow of steps judges a person at a moment, after what was sent to them: as it is published, and by the rules of its channel. */
const readJudges = Effect.fnUntraced(function* (
  companyId: CompanyId,
  steps: ReadonlyArray<LadderStep>,
  phones: ReadonlyArray<string>,
  start: number,
) {
  const { sql, company } = yield* Database
  const { name: companyName } = yield* company(companyId)(companyFacts(sql, companyId))
  const origin = { companyName, bookingLink: yield* sampleBookingLink }
  const judges = new Map<TemplateId, (person: Addressee, now: number, sent: ReadonlyArray<number>) => Judged>()
  for (const [templateId, name] of steps.flatMap((step) => textsOf(step).map((one) => [one, step.channel] as const))) {
    const channel = channelOf(name)
    const sendingRules = yield* company(companyId)(readSendingRules(sql, companyId, name))
    const rules = readyRules(sendingRules)
    const before = yield* company(companyId)(readTextTimes(sql, companyId, phones, sendingRules, start))
    const published = yield* readPublishedMessage(companyId, templateId, name)
    const message = published === undefined ? undefined : Result.getOrThrow(channel.read(published))
    judges.set(templateId, (person, now, sent) => {
      if (message === undefined) return { eligible: false, reason: "missingVariable" }
      const judged = channel.assess(message, person, origin, { now, rules }, new Set())
      if (!judged.eligible) return { eligible: false, reason: judged.reason, missing: judged.missing }
      const leaves = judged.release.at ?? now
      const isOver = isCapped(sendingRules, [...(before.get(judged.phone) ?? []), ...sent], leaves)
      return isOver ? { eligible: false, reason: "frequencyCap" } : { eligible: true, leaves, cost: judged.cost }
    })
  }
  return judges
})

const zoneOf = (person: Addressee | undefined, now: number, rules: ReturnType<typeof readyRules>): string =>
  person === undefined ? "UTC" : releaseTo(person, now, rules).release.zone

/**
 * Lets some people of a list go through a ladder by chance, by the rules and texts that real ones would meet; nothing is
 * stored and nothing leaves. Fails with NotFound for a list that the company does not have.
 */
export const simulateLadder = Effect.fn("simulateLadder")(function* (
  companyId: CompanyId,
  { seed, startAt, ...ladder }: SimulateLadder,
) {
  if (!(yield* hasListId(companyId, ladder.listId))) return yield* Effect.fail(notFound())
  const { sql, company } = yield* Database
  const channels = [...new Set(ladder.steps.map(({ channel }) => channel))]
  const now = yield* Clock.currentTimeMillis
  const start = Math.max(now, startAt === null ? now : Date.parse(startAt))
  const { ids, people, byChannel, isSecond } = yield* samplePeople(companyId, { listId: ladder.listId, seed }, channels)
  const phones = [...byChannel.values()].flatMap((known) => [...known.values()].flatMap(({ phone }) => phone ?? []))
  const judges = yield* readJudges(companyId, ladder.steps, phones, start)
  const templates = yield* readStepTemplates(companyId)
  const past = yield* readPast(companyId)
  const rules = readyRules(yield* company(companyId)(readSendingRules(sql, companyId, "SMS")))
  const templateOf = (step: LadderStep) => templates.find(({ templateId }) => templateId === step.templateId)
  const chancesOf = (step: LadderStep): Chances => ({
    ...chancesFrom(past, step.channel),
    sets: templateOf(step)?.sets ?? [],
    ...(templateOf(step)?.books === true ? { clicked: assumedClicked, booked: assumedBooked } : {}),
  })
  const triesOf = (step: LadderStep) => {
    const { tries = 1, triesMinutes = 0 } = templateOf(step) ?? {}
    return { tries, minutes: tries > 1 ? Math.round(triesMinutes / (tries - 1)) : 0 }
  }
  const sample = ids.map((id): Simulated => {
    const known = byChannel.get(channels[0] ?? "SMS")?.get(id)
    return {
      patient: known === undefined ? "" : fullName(known),
      zone: zoneOf(known, now, rules),
      judge: (step, at, sent) => {
        const person = byChannel.get(step.channel)?.get(id)
        const judged = person === undefined ? undefined : judges.get(step.templateId)?.(person, at, sent)
        if (judged?.eligible === true && isSecond.has(id)) return { eligible: false, reason: "duplicatePhone" }
        return judged ?? { eligible: false, reason: "noPhone" }
      },
    }
  })
  const { ways, tests } = simulatePeople(ladder, sample, chancesOf, triesOf, seed, start)
  const sum = (key: "texts" | "segments" | "calls") => ways.reduce((all, way) => all + way[key], 0)
  const last = ways.reduce((latest, { lastAt }) => Math.max(latest, lastAt ?? 0), 0)
  return {
    people,
    ends: journeyEnds.flatMap((as) => {
      const some = ways.filter(({ person }) => person.endedAs === as).length
      return some === 0 ? [] : [{ as, people: some }]
    }),
    ...{ texts: sum("texts"), segments: sum("segments"), calls: sum("calls") },
    tests,
    lastAt: last === 0 ? null : new Date(last).toISOString(),
    isAssumed: channels.some((channel) => chancesFrom(past, channel) === assumed[channel]),
    sample: ways.map(({ person }) => person),
  } satisfies LadderSimulation
})
