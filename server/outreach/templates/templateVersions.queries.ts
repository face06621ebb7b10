import { Effect, Schema } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import { TemplateEvent } from "#schemas/outreach/events.ts"
import {
  namedUses,
  openCampaignStates,
  type TemplateUse,
  type TemplateVersion,
} from "#schemas/outreach/templateVersions.ts"
import {
  linkParameters,
  type LinkParametersColumn,
} from "#server/outreach/linkParameters/linkParameterColumn.queries.ts"
import { actorsOf } from "#server/administration/activity/actor.queries.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { templateProjection } from "./template.projection.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { streamId } from "#server/decider.ts"

const versionOf = (event: TemplateEvent): number | null => ("version" in event ? event.version : null)

const makesVersion = (event: TemplateEvent) =>
  event._tag === "TemplateDrafted" ||
  event._tag === "TemplateRevised" ||
  event._tag === "TemplateLinkParametersChanged" ||
  event._tag === "TemplateReplyRulesChanged" ||
  event._tag === "TemplateTranslationsChanged"

/** What happened to a template and what each of its versions said, with the names of those who did it. */
export const readTemplateVersions = Effect.fn("readTemplateVersions")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
) {
  const { sql, company } = yield* Database
  const events = yield* (yield* EventStore).readStream(companyId, streamId(templateProjection, templateId))
  const actorOf = yield* actorsOf(events)
  const texts = yield* company(companyId)(
    sql<{ version: number; text: string } & LinkParametersColumn>`
      select v.version, v.text, ${linkParameters(sql)} from template_versions v
      where v.company_id = ${companyId} and v.template_id = ${templateId}`,
  )
  const contentOf = new Map(texts.map(({ version, ...content }) => [version, content]))
  const decode = Schema.decodeUnknownSync(TemplateEvent)
  const history: Array<{ type: string; at: string; actor: string; version: number | null }> = []
  const versions = new Map<number, TemplateVersion>()
  let name = ""
  for (const stored of events) {
    const { at } = stored
    const actor = actorOf(stored)
    const event = decode({ _tag: stored.type, ...(stored.data as object) })
    history.push({ type: event._tag, at, actor, version: versionOf(event) })
    if (makesVersion(event)) {
      const { version } = event
      name = "name" in event ? event.name : name
      const { text, parameters } = contentOf.get(version) ?? { text: "", parameters: [] }
      versions.set(version, { version, at, actor, name, text, parameters, publishedOn: null })
    }
    const published = event._tag === "TemplatePublished" ? versions.get(event.version) : undefined
    if (published !== undefined) versions.set(published.version, { ...published, publishedOn: at })
  }
  return { versions: [...versions.values()], history }
})

/** How many campaigns that are not over use which version of a template, with the names of some; the newest version first. */
export const readTemplateUse = Effect.fn("readTemplateUse")(function* (companyId: CompanyId, templateId: TemplateId) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<TemplateUse>`
      select (c.row ->> 'templateVersion')::int as version, c.state, count(*)::int as campaigns,
        to_json((array_agg(json_build_object('hashedId', h.hashed_id, 'name', c.row ->> 'name') order by c.id desc))[1:${sql.literal(String(namedUses))}]) as newest
      from read_models c ${withHashedId(sql, "c", campaignProjection)}
      where c.company_id = ${companyId} and ${rowsOf(sql, "c", campaignProjection)} and (c.row ->> 'templateId')::int = ${templateId}
        and c.state in ${sql.in(openCampaignStates)}
      group by 1, 2`,
  )
  const rank = ({ state }: TemplateUse): number => openCampaignStates.indexOf(state)
  return [...rows].sort((left, right) => right.version - left.version || rank(left) - rank(right))
})
