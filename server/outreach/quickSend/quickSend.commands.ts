import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { dayMillis } from "#schemas/constants.ts"
import type { CampaignId } from "#schemas/ids.ts"
import type { QuickSent, SendQuickText } from "#schemas/outreach/quickSend.ts"
import { problem } from "#schemas/problem.ts"
import { inCompany } from "#server/delivery/inCompany.ts"
import { contextOf, type CommandContext, type CommandOptions } from "#server/handle.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { launchOngoing } from "#server/outreach/campaigns/ongoingCampaign.commands.ts"
import { tellAdded } from "#server/outreach/recipients/ongoing.commands.ts"
import { readRun } from "#server/outreach/recipients/ongoing.queries.ts"
import { planOne, writePlanned } from "#server/outreach/recipients/plannedRecipients.queries.ts"
import { foundTemplate } from "#server/outreach/templates/template.queries.ts"
import { Database } from "#server/store/Database.ts"
import { readHashedId } from "#server/store/hashedIds.ts"
import { orNotFound } from "#server/store/orNotFound.ts"
import { findQuickCampaign, judgeQuickText, outcomeOf } from "./quickSend.queries.ts"

/** After this long a text that still waits is of no use, in milliseconds. */
const usefulMillis = 7 * dayMillis

/** A campaign's name has room for this much of its template's, and for a number behind it. */
const namedCharacters = 60

const changed = problem("NotAllowedNow", "The text was changed meanwhile. Read it as it is now, then send it.")
const sentAlready = problem("NotAllowedNow", "This text was sent already.")

/** The campaign that sends a text from a number by quick send: the one that there is, or a new one, launched. */
const ensureQuickCampaign = Effect.fnUntraced(function* (
  context: CommandContext,
  { templateId, senderId, version }: SendQuickText,
) {
  const companyId = context.actingCompanyId
  const { sql } = yield* Database
  // Two colleagues who send the same text for the first time must not each make a campaign.
  yield* sql`select pg_advisory_xact_lock(hashtext('quick send'), ${companyId}::int)`
  const known = yield* findQuickCampaign(sql, companyId, { templateId, senderId })
  if (known !== undefined) return known.campaignId
  const { name, purpose } = yield* foundTemplate(companyId, templateId)
  const campaignId = yield* launchOngoing(context, {
    ...{ name: `Quick send: ${name.slice(0, namedCharacters).trim()}`, purpose },
    ...{ templateId, templateVersion: version, senderId },
  })
  yield* sql`insert into quick_campaigns (company_id, campaign_id) values (${companyId}, ${campaignId})`
  return campaignId
})

/**
 * Sends a text to one person or a handful, once for each command: judged now as a campaign judges, and again when it
 * leaves. Who does not get it stands in the campaign with the reason. Fails as `judgeQuickText`, and with NotAllowedNow
 * where the text is another one than was read.
 */
export const sendQuickText = Effect.fn("sendQuickText")(function* (
  person: Person,
  wanted: SendQuickText,
  options: CommandOptions,
) {
  const database = yield* Database
  const { sql } = database
  const context = contextOf(person, options)
  const companyId = context.actingCompanyId
  const send = Effect.gen(function* () {
    const { version, plan, people, holds } = yield* judgeQuickText(companyId, wanted)
    if (version !== wanted.version) return yield* Effect.fail(changed)
    const campaignId: CampaignId = yield* ensureQuickCampaign(context, wanted)
    const run = yield* readRun(sql, companyId, campaignId, true)
    // Published since it was judged.
    if (run?.version !== wanted.version) return yield* Effect.fail(changed)
    const key = `quick-${context.actorId}-${context.commandId}`
    const before = yield* sql`
      select from recipients where company_id = ${companyId} and campaign_id = ${campaignId} and key = ${key} limit 1`
    if (before.length > 0) return yield* Effect.fail(sentAlready)
    const own = { key, about: null, values: {}, notAfter: plan.now + usefulMillis }
    const rows = people.map((one, place) => planOne(one.person, run.total + 1 + place, plan, own, one.judged))
    yield* writePlanned(sql, companyId, campaignId, rows, plan.at)
    yield* tellAdded(sql, companyId, campaignId)
    const [campaign] = yield* sql<{ isPaused: boolean }>`
      select state = 'paused' as "isPaused" from campaign_runs
      where company_id = ${companyId} and campaign_id = ${campaignId}`
    const sent: QuickSent = {
      campaignHashedId: yield* orNotFound(readHashedId(companyId, campaignProjection, campaignId)),
      isPaused: campaign?.isPaused ?? false,
      people: people.map((one) => outcomeOf(one, plan, holds)),
    }
    return { campaignId, sent }
  })
  return yield* inCompany(database, companyId, send)
})
