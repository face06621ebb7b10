import { Effect } from "effect"
import type { CampaignId, CompanyId, SenderId } from "#schemas/ids.ts"
import { TemplateId } from "#schemas/ids.ts"
import type { CarrierName } from "#schemas/outreach/carrierName.ts"
import { Database } from "#server/store/Database.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { launchCampaign, makeCampaign, makeCompany, makeList, makeTemplate, noon, senderNumber } from "./outreach.ts"

/** The number that stands in for the first one of a company. */
export const standInNumber = (companyId: CompanyId): string => `+1646555${String(1000 + companyId)}`

/**
 * At noon: a company with two numbers for texts, of which the second stands in for the first, and a campaign of the first
 * to so many people, launched.
 */
export const startStoodIn = Effect.fnUntraced(function* (
  companyId: CompanyId,
  campaignId: CampaignId,
  people: number,
  carriers: { readonly first: CarrierName; readonly second: CarrierName } = { first: "smpp", second: "twilio" },
) {
  yield* (yield* MovableClock).move(noon)
  yield* makeCompany(companyId)
  const { sql, company } = yield* Database
  const listId = yield* makeList(companyId, people)
  const templateId = TemplateId.make(companyId)
  yield* makeTemplate(companyId, templateId)
  yield* makeCampaign(companyId, { campaignId, listId, templateId })
  const [first, second] = [senderNumber(companyId), standInNumber(companyId)]
  const ids = yield* company(companyId)(
    Effect.gen(function* () {
      yield* sql`insert into senders (company_id, e164, label, segments_per_second, carrier)
                 values (${companyId}, ${second}, 'Second', 100000, ${carriers.second})`
      yield* sql`update senders set stand_in = ${second}, carrier = ${carriers.first} where company_id = ${companyId} and e164 = ${first}`
      return yield* sql<{ senderId: SenderId }>`
        select sender_id as "senderId" from senders where company_id = ${companyId} order by e164 = ${second}`
    }),
  )
  yield* launchCampaign(companyId, campaignId)
  const [{ senderId: firstId }, { senderId: secondId }] = ids as unknown as readonly [
    (typeof ids)[number],
    (typeof ids)[number],
  ]
  return { first, second, firstId, secondId }
})

/** People of a campaign as they stand, with the number that sent to them where it is not the campaign's. */
export const standing = Effect.fnUntraced(function* (companyId: CompanyId, campaignId: CampaignId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<{ id: number; phone: string; state: string; reason: string | null; by: SenderId | null; wasLost: boolean }>`
      select recipient_id as id, phone, state, reason, sender_id as by, was_lost as "wasLost" from recipients
      where company_id = ${companyId} and campaign_id = ${campaignId} order by recipient_id`,
  )
})
