import { Effect } from "effect"
import type { CompanyId, TemplateId } from "#schemas/ids.ts"
import type { TemplateEvent } from "#schemas/outreach/events.ts"
import type { TranslationFacts } from "#schemas/language/translationFacts.ts"
import { Database } from "#server/store/Database.ts"
import { templateDecider, type TemplateFold } from "./template.decider.ts"
import type { WrittenTranslation } from "./message.rule.ts"

/** A translation of a version, with its text. */
export type StoredTranslation = TranslationFacts & WrittenTranslation

/**
 * Stores the translations of the version that the events make: the texts that are given, and those of the version
 * before. Joins the command's transaction.
 */
export const storeTranslations = Effect.fn("storeTranslations")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  before: TemplateFold,
  events: ReadonlyArray<TemplateEvent>,
  texts: ReadonlyArray<WrittenTranslation> = [],
) {
  const { version, translations } = events.reduce(templateDecider.evolve, before)
  if (translations.length === 0) return
  const rows = translations.map(({ textHash: _, ...facts }) => ({
    ...facts,
    text: texts.find(({ language }) => language === facts.language)?.text ?? null,
  }))
  const { sql } = yield* Database
  yield* sql`
    insert into template_translations (company_id, template_id, version, language, text, state, origin, source_version)
    select ${companyId}::int, ${templateId}::int, ${version}::int, g.language, coalesce(g.text, n.text), g.state, g.origin, g."sourceVersion"
    from jsonb_to_recordset(${sql.json(rows)})
      as g (language text, text text, state text, origin text, "sourceVersion" integer)
    left join template_translations n on n.company_id = ${companyId} and n.template_id = ${templateId}
      and n.version = ${before.version} and n.language = g.language`
})

/** The translations of a version of a template, in the order of their tags. */
export const readTranslations = Effect.fn("readTranslations")(function* (
  companyId: CompanyId,
  templateId: TemplateId,
  version: number,
) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    sql<StoredTranslation>`
      select language, text, state, origin, source_version as "sourceVersion" from template_translations
      where company_id = ${companyId} and template_id = ${templateId} and version = ${version} order by language`,
  )
})
