import { both, one, type PolicyRow } from "../policyRow.ts"

/** Who may make the calls of reply rules (docs/policy.md#reply-rules). */
export const replyRulePolicy = {
  "Template.GetReplyRules": one("SMS", "IVR", "Campaign", "Template", "SuperAdminGlobal"),
  "Template.SaveReplyRules": both(["Template", "SuperAdminGlobal"], ["Rules"]),
  // It shows what people wrote.
  "Template.TryReplyRules": both(["Template", "SuperAdminGlobal"], ["Rules"]),
} as const satisfies Record<string, PolicyRow>
