import { Clock, Effect, Stream } from "effect"
import type { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import type { ResponseLayout, ResponsePreview } from "#schemas/outreach/responseFile.ts"
import { responseCells, responseFileName } from "./responseFile.rule.ts"
import { dayOf } from "#server/reporting/report/dayRange.rule.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { readParts, responsePages } from "#server/reporting/exports/exportRows.queries.ts"
import { readCompany } from "#server/reporting/report/reportTables.queries.ts"

/** Rows a layout is shown on. */
const shown = 5

const lastCampaign = Effect.fnUntraced(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, company } = yield* Database
  const [row] = yield* company(companyId)(
    sql<{ campaignId: CampaignId; name: string }>`
      select n.campaign_id as "campaignId", c.row ->> 'name' as name from campaign_runs n
      join read_models c on c.company_id = n.company_id and ${rowsOf(sql, "c", campaignProjection)} and c.id = n.campaign_id
        and c.state <> 'deleted'
      where n.company_id = ${companyId} and n.template_id = ${templateId} and n.total > 0
      order by n.campaign_id desc limit 1`,
  )
  return row
})

/** Shows a layout on the first people of the template's last campaign; without one, its header alone. */
export const previewResponse = Effect.fn("reporting.previewResponse")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  layout: ResponseLayout,
) {
  const { timezone: zone } = yield* readCompany(companyId)
  const today = dayOf(yield* Clock.currentTimeMillis, zone)
  const campaign = yield* lastCampaign(companyId, templateId)
  const scope = { companyId, campaignId: campaign?.campaignId ?? null, range: null }
  const parts = campaign === undefined ? [] : yield* readParts(scope)
  const pages = yield* responsePages(scope, parts, shown).pipe(Stream.take(1), Stream.runCollect)
  return {
    fileName: responseFileName(layout, campaign?.name ?? "Campaign", today),
    campaign: campaign?.name ?? null,
    header: layout.columns.map(({ header }) => header),
    rows: pages.flat().map((row) => responseCells(layout, row, zone)),
  } satisfies ResponsePreview
})
