import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"

/** The rules for replies to a template's texts; they are opened from a tab, and their code comes with it. */
export const ReplyRulesPart = lazyPart(
  chunk(() => import("./ReplyRulesPage.tsx").then(({ ReplyRulesPage }) => ReplyRulesPage)),
  { within: true },
)
