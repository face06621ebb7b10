import { Effect } from "effect"
import { hashedIdForm } from "#schemas/ids.ts"
import type { ReplyRulesValues, TriedRules } from "#schemas/outreach/replyRule.ts"
import { ReplyRuleGroup } from "#schemas/outreach/replyRuleCalls.ts"
import { notFound } from "#schemas/problem.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** The rules of a template for the form; `NotFound` when the company has no such template. */
export const openReplyRules = ({ temphashedId }: { readonly temphashedId: string }) =>
  hashedIdForm.test(temphashedId)
    ? Effect.map(
        callApi(ReplyRuleGroup, (api) => api.GetReplyRules({ query: { temphashedId } })),
        ({ data }): ReplyRulesValues => ({ ...data, temphashedId }),
      )
    : Effect.fail(notFound())

/** What the rules would have done with past replies; nothing is done by it. */
export const tryReplyRules = ({ temphashedId, rules }: ReplyRulesValues) =>
  callApi(ReplyRuleGroup, (api) => api.TryReplyRules({ payload: { temphashedId, rules } }))

/** What stands for a trial where the person may not try rules. */
export const nothingTried = Effect.succeed<{ readonly data: TriedRules }>({
  data: {
    problems: [],
    replies: 0,
    matched: [],
    unsure: { replies: 0, texts: [] },
    unmatched: { replies: 0, texts: [] },
    missed: null,
  },
})

/** Saves the rules in the template's next version; `StaleVersion` when the template was changed since it was opened. */
export const saveReplyRules = ({ templateId, rules, streamVersion }: ReplyRulesValues, commandId: string) =>
  callApi(ReplyRuleGroup, (api) =>
    api.SaveReplyRules({ headers: versionedHeaders(commandId, streamVersion), payload: { templateId, rules } }),
  )
