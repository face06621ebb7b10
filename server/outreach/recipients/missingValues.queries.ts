import type { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Result } from "effect"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { channelOf } from "#server/delivery/channels/channels.ts"
import type { ReadyMessage, VersionContent } from "#server/outreach/templates/message.rule.ts"
import { versionContent } from "#server/outreach/templates/versionContent.queries.ts"
import { addresseeColumns, addresseeOf, type AddresseeRow } from "./addressee.queries.ts"
import { valuesOf, withOwnValues } from "./assess.rule.ts"
import { companyFacts } from "./audience.queries.ts"

/** Someone of a campaign. */
export type Place = { readonly campaignId: CampaignId; readonly recipientId: number }

type Row = Place &
  AddresseeRow &
  VersionContent & {
    readonly channel: ChannelName
    readonly ownValues: Readonly<Record<string, string>> | null
  }

/** No one is without a link, so what it says makes no difference here. */
const anyLink = "https://example.com"

/**
 * Which values the message of a campaign lacks for some of its people, by what is known of them now; none for who has
 * them all meanwhile, nor where what is stored of the message cannot be read. Inside the company's transaction.
 */
export const readMissing = Effect.fnUntraced(function* (
  sql: PgClient,
  companyId: CompanyId,
  places: ReadonlyArray<Place>,
) {
  if (places.length === 0) return (): ReadonlyArray<string> => []
  const asked = places.map(({ campaignId: c, recipientId: r }) => ({ c, r }))
  const rows = yield* sql<Row>`
        select r.campaign_id as "campaignId", r.recipient_id as "recipientId", r.own_values as "ownValues", n.channel,
          ${versionContent(sql)}, ${addresseeColumns(sql, textFacts.name)}
        from jsonb_to_recordset(${sql.json(asked)}) as asked (c integer, r integer)
        join recipients r on r.company_id = ${companyId} and r.campaign_id = asked.c and r.recipient_id = asked.r
        join campaign_runs c on c.company_id = ${companyId} and c.campaign_id = asked.c
        join senders n on n.company_id = ${companyId} and n.sender_id = c.sender_id
        join template_versions v on v.company_id = ${companyId} and v.template_id = c.template_id and v.version = c.template_version
        join patients p on p.company_id = ${companyId} and p.patient_id = r.patient_id`
  const { name: companyName } = yield* companyFacts(sql, companyId)
  const messages = new Map<CampaignId, ReadyMessage | undefined>()
  const missing = new Map<string, ReadonlyArray<string>>()
  for (const row of rows) {
    const { campaignId, recipientId } = row
    if (!messages.has(campaignId))
      messages.set(
        campaignId,
        Result.getOrElse(channelOf(row.channel).read(row), () => undefined),
      )
    const message = messages.get(campaignId)
    if (message === undefined) continue
    const person = withOwnValues(addresseeOf(row), row.ownValues)
    const values = valuesOf(person, { companyName, campaignId, bookingLink: anyLink })
    missing.set(`${campaignId}.${recipientId}`, message.render(values, person.language).missing)
  }
  return ({ campaignId, recipientId }: Place): ReadonlyArray<string> =>
    missing.get(`${campaignId}.${recipientId}`) ?? []
})
