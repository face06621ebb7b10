import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { MultiCampaignDraft, MultiCampaignFacts } from "#schemas/outreach/multiCampaign.ts"
import { problem } from "#schemas/problem.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { Database } from "#server/store/Database.ts"
import { blockingProblems } from "./ladder.rule.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"

/** What is wrong with a draft, at its field. */
export const invalidAt = (field: string, message: string) =>
  problem("Invalid", message, { errors: [{ field, message }] })

/** Refuses what a ladder refers to and the company does not have, or what may not be launched as it is. */
export const refuseProblems = Effect.fnUntraced(function* (
  companyId: CompanyId,
  draft: MultiCampaignDraft | MultiCampaignFacts,
) {
  if (!(yield* hasListId(companyId, draft.listId)))
    return yield* Effect.fail(invalidAt("listId", "Choose a list of patients."))
  const { sql, read } = yield* Database
  const senders = yield* read(
    companyId,
    sql<{
      senderId: number
      channel: string
    }>`select sender_id as "senderId", channel from senders where company_id = ${companyId}`,
  )
  const templates = yield* readStepTemplates(companyId)
  const problems = blockingProblems(draft, ({ templateId, senderId, channel }) => {
    const hasSender = senders.some((one) => one.senderId === senderId && one.channel === channel)
    return hasSender ? templates.find((one) => one.templateId === templateId && one.channel === channel) : undefined
  })
  const [first] = problems
  if (first !== undefined)
    return yield* Effect.fail(
      problem("Invalid", first.sentence, {
        errors: problems.map(({ stepId, sentence }) => ({
          field: stepId === null ? "steps" : `steps.${draft.steps.findIndex((step) => step.stepId === stepId)}`,
          message: sentence,
        })),
      }),
    )
})
