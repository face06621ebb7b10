import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { Glossary, Term } from "#schemas/language/glossary.ts"
import { Database } from "#server/store/Database.ts"
import { rowsOf } from "#server/store/readModels.ts"
import { glossaryProjection } from "./glossary.decider.ts"

/** The terms of a company by their words. */
export const readTerms = Effect.fn("readTerms")(function* (companyId: CompanyId) {
  const { sql, read } = yield* Database
  return yield* read(
    companyId,
    sql<Term>`
      select term_id as "termId", kind, words, language, said_as as "saidAs", note from glossary_terms
      where company_id = ${companyId} order by lower(words) collate "C", kind, language, term_id`,
  )
})

/** A company’s glossary, with the version on which it is changed. */
export const readGlossary = Effect.fn("readGlossary")(function* (companyId: CompanyId) {
  const { sql, company } = yield* Database
  return yield* company(companyId)(
    Effect.gen(function* () {
      // The version first, so that it is never newer than what is shown with it.
      const [stored] = yield* sql<{ version: number }>`
        select t.stream_version as version from read_models t
        where t.company_id = ${companyId} and ${rowsOf(sql, "t", glossaryProjection)} and t.id = ${companyId}`
      return { version: stored?.version ?? 0, terms: yield* readTerms(companyId) } satisfies Glossary
    }),
  )
})
