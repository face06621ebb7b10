import { Effect } from "effect"
import type { CompanyId, ListId } from "#schemas/ids.ts"
import type { LinkParameterDraft } from "#schemas/outreach/linkParameter.ts"
import { appointmentVariables } from "#schemas/outreach/variables.ts"
import { commonVariables } from "./message.rule.ts"
import { publishProblems } from "./publish.rule.ts"
import type { StoredTranslation } from "./translation.queries.ts"
import { problemsInLanguage, translationProblems } from "#server/outreach/translations/translation.rule.ts"
import { columnNames, companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { Database } from "#server/store/Database.ts"

/** A message that is judged: its text, the parameters of its link, and the list whose columns it may use. */
type JudgedMessage = {
  readonly text: string
  readonly parameters: ReadonlyArray<LinkParameterDraft>
  readonly listId?: ListId | undefined
  /** Those that people will get. */
  readonly translations?: ReadonlyArray<StoredTranslation>
}

/** What is wrong with a message for this company, and the variables it may use. */
export const judgeText = Effect.fn("judgeText")(function* (
  companyId: CompanyId,
  { text, parameters, listId, translations = [] }: JudgedMessage,
) {
  const { sql, company } = yield* Database
  const facts = yield* company(companyId)(
    Effect.all({ company: companyFacts(sql, companyId), columns: columnNames(sql, companyId, listId) }),
  )
  const known = [...commonVariables, ...Object.keys(appointmentVariables), ...facts.columns]
  const context = { companyName: facts.company.name, known, parameters }
  return {
    companyName: facts.company.name,
    known,
    ownValues: facts.columns,
    problems: [
      ...publishProblems(text, context),
      ...translations.flatMap((one) => problemsInLanguage(facts.company, one, translationProblems(text, one, context))),
    ],
  }
})
