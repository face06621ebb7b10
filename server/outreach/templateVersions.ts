import { Effect, Schema } from "effect"
import { TemplateEvent } from "#schemas/outreach/events.ts"
import { openCampaignStates, type TemplateUse, type TemplateVersion } from "#schemas/outreach/templateVersions.ts"
import { actorsOf } from "#server/reporting/actors.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"

const versionOf = (event: TemplateEvent): number | null => ("version" in event ? event.version : null)

/** What happened to a template and what each of its versions said, with the names of those who did it. */
export const readTemplateVersions = Effect.fn("readTemplateVersions")(function* (
  companyId: number,
  templateId: number,
) {
  const { sql, company } = yield* Database
  const events = yield* (yield* EventStore).readStream(companyId, `template-${templateId}`)
  const actorOf = yield* actorsOf(events)
  const texts = yield* company(companyId)(
    sql<{ version: number; text: string }>`
      select version, text from template_versions where company_id = ${companyId} and template_id = ${templateId}`,
  )
  const textOf = new Map(texts.map(({ version, text }) => [version, text]))
  const decode = Schema.decodeUnknownSync(TemplateEvent)
  const history: Array<{ type: string; at: string; actor: string; version: number | null }> = []
  const versions = new Map<number, TemplateVersion>()
  for (const stored of events) {
    const { at } = stored
    const actor = actorOf(stored)
    const event = decode({ _tag: stored.type, ...(stored.data as object) })
    history.push({ type: event._tag, at, actor, version: versionOf(event) })
    if (event._tag === "TemplateDrafted" || event._tag === "TemplateRevised") {
      const { version, name } = event
      versions.set(version, { version, at, actor, name, text: textOf.get(version) ?? "", publishedOn: null })
    }
    const published = event._tag === "TemplatePublished" ? versions.get(event.version) : undefined
    if (published !== undefined) versions.set(published.version, { ...published, publishedOn: at })
  }
  return { versions: [...versions.values()], history }
})

/** How many campaigns that are not over use which version of a template; the newest version first. */
export const readTemplateUse = Effect.fn("readTemplateUse")(function* (companyId: number, templateId: number) {
  const { sql, company } = yield* Database
  const rows = yield* company(companyId)(
    sql<TemplateUse>`
      select (row ->> 'templateVersion')::int as version, state, count(*)::int as campaigns from read_models
      where company_id = ${companyId} and category = 'campaign.v1' and (row ->> 'templateId')::int = ${templateId}
        and state in ${sql.in(openCampaignStates)}
      group by 1, 2`,
  )
  const rank = ({ state }: TemplateUse): number => openCampaignStates.indexOf(state)
  return [...rows].sort((left, right) => right.version - left.version || rank(left) - rank(right))
})
