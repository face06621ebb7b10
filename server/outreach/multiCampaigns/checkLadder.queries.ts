import { Effect } from "effect"
import type { CompanyId } from "#schemas/ids.ts"
import type { LadderStep } from "#schemas/outreach/ladder.ts"
import type { MultiCampaignDraft, MultiCampaignFacts } from "#schemas/outreach/multiCampaign.ts"
import { problem } from "#schemas/problem.ts"
import { hasListId } from "#server/outreach/recipients/audience.queries.ts"
import { Database } from "#server/store/Database.ts"
import { blockingProblems } from "./ladder.rule.ts"
import { readStepTemplates } from "./stepTemplates.queries.ts"

/** What is wrong with a draft, at its field. */
export const invalidAt = (field: string, message: string) =>
  problem("Invalid", message, { errors: [{ field, message }] })

/**
 * Refuses what a ladder refers to and the company does not have, or what may not be launched as it is.
 * @param kept the steps that send the versions that they were launched with, whatever becomes of their templates
 */
export const refuseProblems = Effect.fnUntraced(function* (
  companyId: CompanyId,
  draft: MultiCampaignDraft | MultiCampaignFacts,
  kept: ReadonlyArray<number> = [],
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
  const factsOf = ({ templateId, senderId, channel }: LadderStep) => {
    const hasSender = senders.some((one) => one.senderId === senderId && one.channel === channel)
    return hasSender ? templates.find((one) => one.templateId === templateId && one.channel === channel) : undefined
  }
  const problems = blockingProblems(draft, factsOf, kept)
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
