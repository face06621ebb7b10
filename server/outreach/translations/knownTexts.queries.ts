import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { ChannelName } from "#schemas/outreach/channel.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { templateProjection } from "#server/outreach/templates/template.projection.ts"
import { Database } from "#server/store/Database.ts"
import { withHashedId } from "#server/store/hashedIds.ts"
import { rowsOf } from "#server/store/readModels.ts"
import type { KnownText } from "./translationUnit.rule.ts"

/** The texts of a company's templates with all their translations, as they stand, by name; with `channels` its call flows too. */
export const readKnownTexts = Effect.fn("readKnownTexts")(function* (
  companyId: CompanyId,
  channels: ReadonlyArray<ChannelName> = [textFacts.name],
) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<KnownText>`
      select t.id as "templateId", h.hashed_id as "hashedId", t.row ->> 'name' as name, t.row ->> 'channel' as channel, t.state <> 'retired' as "isOpen",
        t.stream_version as "streamVersion", v.text, coalesce((
          select jsonb_agg(jsonb_build_object('language', n.language, 'text', n.text, 'state', n.state))
          from template_translations n
          where n.company_id = t.company_id and n.template_id = t.id and n.version = v.version), '[]') as translations
      from read_models t
      ${withHashedId(sql, "t", templateProjection)}
      join template_versions v on v.company_id = t.company_id and v.template_id = t.id
        and v.version = (t.row ->> 'version')::int
      where t.company_id = ${companyId} and ${rowsOf(sql, "t", templateProjection)} and t.state <> 'deleted'
        and t.row ->> 'channel' in ${sql.in(channels)}
      order by lower(t.row ->> 'name') collate "C", t.id`,
  )
})
