import type { PgClient } from "@effect/sql-pg/PgClient"
import { Clock, Effect, Result } from "effect"
import type { CampaignId, CompanyId, PatientId } from "#schemas/ids.ts"
import type {
  EarlierText,
  PreviewQuickText,
  QuickChoices,
  QuickOutcome,
  QuickPreview,
} from "#schemas/outreach/quickSend.ts"
import { notOfferedBy } from "#schemas/outreach/notOffered.ts"
import { segmentsOf } from "#schemas/outreach/segments.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { appointmentVariables } from "#schemas/outreach/variables.ts"
import { notFound, problem } from "#schemas/problem.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import { noContract } from "#server/outreach/campaigns/noContract.rule.ts"
import { readSenders } from "#server/outreach/campaigns/campaign.queries.ts"
import { readTrouble } from "#server/outreach/campaigns/senderTrouble.queries.ts"
import { fullName } from "#server/outreach/campaigns/checkCampaign.queries.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "#server/outreach/recipients/addressee.queries.ts"
import type { Addressee, Assessment } from "#server/outreach/recipients/assess.rule.ts"
import { companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { judgeOne, type Plan } from "#server/outreach/recipients/plannedRecipients.queries.ts"
import { hoursThatHold, readyHolds, type ReadyHolds } from "#server/outreach/sendingHours/hold.rule.ts"
import { holdReason } from "#server/outreach/sendingHours/holdReason.rule.ts"
import { readSendingRules, readTextsGot } from "#server/outreach/sendingHours/sendingRules.queries.ts"
import { readyRules, releaseTo } from "#server/outreach/sendingHours/sendingRules.rule.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { readPublishedMessage } from "#server/outreach/templates/template.queries.ts"
import { readTemplateStates } from "#server/outreach/templates/templateStates.queries.ts"
import { sampleBookingLink } from "#server/scheduling/patientLinks/patientLink.queries.ts"
import { Database } from "#server/store/Database.ts"
import { isoColumn } from "#server/store/isoColumn.ts"
import { rowsOf } from "#server/store/readModels.ts"

const atField = (field: string, message: string) => problem("Invalid", message, { errors: [{ field, message }] })

/** Texts that someone got before by quick send and that are shown. */
const shown = 3

/** The published texts of a company that need no appointment, by name, and its numbers for texts. */
export const readQuickChoices = Effect.fn("readQuickChoices")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  const templates = yield* read(
    companyId,
    sql<QuickChoices["templates"][number]>`
      select t.id as "templateId", t.row ->> 'name' as name from read_models t
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'publishedVersion')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)}
        and t.state in ('published', 'revised') and t.row ->> 'channel' = ${textFacts.name}
        and not exists (
          select from jsonb_array_elements_text(v.variables) named
          where named.value in ${sql.in(Object.keys(appointmentVariables))})
      order by lower(t.row ->> 'name') collate "C", t.id`,
  )
  const numbers = yield* readSenders(companyId)
  const senders = numbers.filter(({ channel }) => channel === textFacts.name)
  const others = yield* readTemplateStates(companyId)
  const states = others.filter(({ channel }) => channel === textFacts.name).map(({ state }) => state)
  const published = states.filter((state) => state === "published" || state === "revised").length
  return {
    templates,
    senders,
    callNumbers: numbers.length - senders.length,
    notOffered: notOfferedBy(states, published - templates.length),
  } satisfies QuickChoices
})

type OpenCampaign = { readonly campaignId: CampaignId; readonly state: "running" | "paused" }

/** The campaign that sends a text from a number by quick send; absent before the first, and once it was cancelled. */
export const findQuickCampaign = (
  sql: PgClient,
  companyId: CompanyId,
  { templateId, senderId }: Pick<PreviewQuickText, "templateId" | "senderId">,
) =>
  sql<OpenCampaign>`
    select c.campaign_id as "campaignId", c.state from quick_campaigns q
    join campaign_runs c on c.company_id = q.company_id and c.campaign_id = q.campaign_id
    where q.company_id = ${companyId} and c.template_id = ${templateId} and c.sender_id = ${senderId}
      and c.state in ('running', 'paused')`.pipe(Effect.map(([row]) => row))

type AskedRow = AddresseeRow & { readonly hashed_id: string }

/** The people of a company by their public ids, in the order asked, each once. Fails with NotFound for one it has not. */
const readAsked = Effect.fnUntraced(function* (companyId: CompanyId, patients: ReadonlyArray<string>) {
  const { sql } = yield* Database
  const ids = [...new Set(patients)]
  const rows = yield* sql<AskedRow>`
    select p.hashed_id, ${addresseeColumns(sql, textFacts.name)} from patients p
    where p.company_id = ${companyId} and p.hashed_id in ${sql.in(ids)}`
  const byId = new Map(rows.map((row) => [row.hashed_id, { hashedId: row.hashed_id, person: addresseeOf(row) }]))
  return yield* Effect.forEach(ids, (id) => {
    const found = byId.get(id)
    return found === undefined ? Effect.fail(notFound()) : Effect.succeed(found)
  })
})

/** A person with how the text reads for them. */
type Judged = { readonly hashedId: string; readonly person: Addressee; readonly judged: Assessment }

/**
 * Judges a text for some people as a campaign would now, the cap included; inside a transaction of the company. Of two
 * with one number the first gets it. Fails with NotFound for people of others, with Invalid at its field for a text that
 * is not published or a number that is not the company's, with NotAllowedNow outside the contract.
 */
export const judgeQuickText = Effect.fn("judgeQuickText")(function* (companyId: CompanyId, wanted: PreviewQuickText) {
  const { sql } = yield* Database
  const asked = yield* readAsked(companyId, wanted.patients)
  const [company] = yield* sql<{ status: string }>`select status from companies where company_id = ${companyId}`
  if (company?.status !== "active") return yield* Effect.fail(noContract)
  const published = yield* readPublishedMessage(companyId, wanted.templateId, textFacts.name)
  if (published === undefined) return yield* Effect.fail(atField("templateId", "Choose a published text."))
  const senders = yield* sql`
    select from senders
    where company_id = ${companyId} and sender_id = ${wanted.senderId} and channel = ${textFacts.name}`
  if (senders.length === 0) return yield* Effect.fail(atField("senderId", "Choose a number to send from."))
  const campaign = yield* findQuickCampaign(sql, companyId, wanted)
  const now = yield* Clock.currentTimeMillis
  const rules = yield* readSendingRules(sql, companyId, textFacts.name)
  const { name: companyName } = yield* companyFacts(sql, companyId)
  const channel = channelOf(textFacts.name)
  const plan: Plan = {
    channel,
    message: Result.getOrThrow(channel.read(published)),
    origin: {
      companyName,
      bookingLink: yield* sampleBookingLink,
      ...(campaign === undefined ? {} : { campaignId: campaign.campaignId }),
    },
    taken: new Set<string>(),
    rules: readyRules(rules),
    ...{ now, at: new Date(now).toISOString() },
  }
  const phones = asked.flatMap(({ person }) => person.phone ?? [])
  const got = yield* readTextsGot(sql, companyId, phones, rules, now)
  const people = asked.map(({ hashedId, person }): Judged => {
    const judged = judgeOne(person, plan, null)
    if (!judged.eligible) return { hashedId, person, judged }
    const isCapped = rules.capTexts !== null && (got.get(judged.phone) ?? 0) >= rules.capTexts
    if (isCapped) return { hashedId, person, judged: { eligible: false, reason: "frequencyCap" } }
    plan.taken.add(judged.phone)
    return { hashedId, person, judged }
  })
  return { version: published.version, campaign, plan, people, holds: readyHolds(rules) }
})

/** What becomes of the text for a person, as staff read it. */
export const outcomeOf = (
  { hashedId, person, judged }: Judged,
  { now, rules }: Plan,
  holds: ReadyHolds,
): QuickOutcome => {
  const release = judged.eligible ? judged.release : null
  const until = release?.at ?? null
  const hold = until === null ? null : hoursThatHold(person, { now, until }, holds)
  return {
    hashedId,
    name: fullName(person),
    heldUntil: until === null ? null : new Date(until).toISOString(),
    hold: hold === null ? null : holdReason(hold, textFacts.name, { isPaused: false, isOfLadder: false }),
    zone: release?.zone ?? releaseTo(person, now, rules).release.zone,
    why: judged.eligible ? null : judged.reason,
    missing: judged.eligible ? [] : (judged.missing ?? []),
  }
}

type EarlierRow = EarlierText & { readonly patientId: PatientId }

/** What people got by quick send before, the newest first. */
const readEarlier = Effect.fnUntraced(function* (companyId: CompanyId, patients: ReadonlyArray<PatientId>) {
  const { sql } = yield* Database
  const rows = yield* sql<EarlierRow>`
    select asked.value::int as "patientId", r.state, t.row ->> 'name' as template, ${sql.literal(isoColumn("r.at"))} as at
    from jsonb_array_elements_text(${sql.json(patients)}) asked
    cross join lateral (
      select r.state, c.template_id, coalesce(r.sent_at, r.updated_at) as at, r.campaign_id, r.recipient_id
      from recipients r
      join quick_campaigns q on q.company_id = r.company_id and q.campaign_id = r.campaign_id
      join campaign_runs c on c.company_id = r.company_id and c.campaign_id = r.campaign_id
      where r.patient_id = asked.value::int and r.company_id = ${companyId}
      order by coalesce(r.sent_at, r.updated_at) desc, r.campaign_id desc, r.recipient_id desc limit ${shown}) r
    join read_models t on t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.id = r.template_id
    order by r.at desc, r.campaign_id desc, r.recipient_id desc`
  return Map.groupBy(rows, ({ patientId }) => patientId)
})

/** How a text would read for each of some people now, and when it would leave, or why not. Fails as `judgeQuickText`. */
export const previewQuickText = Effect.fn("previewQuickText")(function* (
  companyId: CompanyId,
  wanted: PreviewQuickText,
) {
  const { sql, company } = yield* Database
  const preview = Effect.gen(function* () {
    const { version, campaign, plan, people, holds } = yield* judgeQuickText(companyId, wanted)
    const earlier = yield* readEarlier(
      companyId,
      people.map(({ person }) => person.patientId),
    )
    return {
      version,
      isPaused: campaign?.state === "paused",
      trouble: yield* readTrouble(sql, textFacts, companyId, wanted.senderId),
      people: people.map((one) => {
        const { person, judged } = one
        const text = judged.eligible ? plan.channel.heard(judged.body) : null
        return {
          ...outcomeOf(one, plan, holds),
          reads:
            text === null
              ? null
              : { text, segments: segmentsOf(text), language: judged.eligible ? judged.language : null },
          earlier: (earlier.get(person.patientId) ?? []).map(({ template, at, state }) => ({ template, at, state })),
        }
      }),
    } satisfies QuickPreview
  })
  return yield* company(companyId)(preview)
})
