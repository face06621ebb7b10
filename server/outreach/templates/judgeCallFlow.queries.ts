import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { TranslationState } from "#schemas/language/translationFacts.ts"
import type { CallFlow } from "#schemas/outreach/callFlow.ts"
import { readSenders } from "#server/outreach/campaigns/campaign.queries.ts"
import { columnNames, companyFacts } from "#server/outreach/recipients/audience.queries.ts"
import { Database } from "#server/store/Database.ts"
import { heldSounds } from "#server/outreach/sounds/sound.queries.ts"
import { callTranslationProblems } from "#server/outreach/translations/callTranslation.rule.ts"
import { problemsInLanguage } from "#server/outreach/translations/translation.rule.ts"
import { callFlowProblems, callSounds } from "./callFlow.rule.ts"
import type { CallInLanguage } from "./callMessage.rule.ts"
import { commonVariables } from "./message.rule.ts"

/** What keeps a call flow of this company, and those of its translations that people will hear, from being published. */
export const judgeCallFlow = Effect.fn("judgeCallFlow")(function* (
  companyId: CompanyId,
  flow: CallFlow,
  translations: ReadonlyArray<CallInLanguage & { readonly state: TranslationState }> = [],
) {
  const { sql, company } = yield* Database
  const { columns, ...facts } = yield* company(companyId)(
    Effect.all({ company: companyFacts(sql, companyId), columns: columnNames(sql, companyId, undefined) }),
  )
  const held = yield* heldSounds(companyId, callSounds(flow))
  const sounds = held.map(({ hashedId }) => hashedId)
  const numbers = yield* readSenders(companyId)
  const known = [...commonVariables, ...columns]
  const context = { companyName: facts.company.name, known, sounds, numbers }
  return [
    ...callFlowProblems(flow, context),
    ...translations.flatMap((one) =>
      problemsInLanguage(facts.company, one, callTranslationProblems(flow, one, context)),
    ),
  ]
})
