import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import type { ReplyRule, SaveReplyRules } from "#schemas/outreach/replyRule.ts"
import { contextOf, handle, orStaleVersion, type CommandOptions } from "#server/handle.ts"
import { keepLinkParameters } from "#server/outreach/linkParameters/linkParameter.queries.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { foundTemplate, saveTemplateVersion } from "#server/outreach/templates/template.queries.ts"
import { storeTranslations } from "#server/outreach/templates/translation.queries.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { foundReplyRules } from "./replyRule.queries.ts"
import { withoutRest } from "./replyRules.rule.ts"

/** Pins rules: the same ones have the same hash, and none an empty one. */
export const hashOfRules = (rules: ReadonlyArray<ReplyRule>): string =>
  rules.length === 0 ? "" : createHash("sha256").update(JSON.stringify(rules)).digest("hex")

/**
 * Makes the template's next version, which says the same and reads replies by other rules. Rules that may not be
 * published are kept all the same, as a text is. Fails with NotFound for a template that the company does not have.
 */
export const saveReplyRules = Effect.fn("saveReplyRules")(function* (
  person: Person,
  { templateId, rules: given }: SaveReplyRules,
  options: CommandOptions,
) {
  const companyId = person.actingCompanyId
  const rules = given.map(withoutRest)
  const { version, text, variables } = yield* foundTemplate(companyId, templateId)
  const rulesHash = hashOfRules(rules)
  const command = { _tag: "ChangeReplyRules", version, rulesHash } as const
  const at = yield* isoNow
  yield* handle(templateStream, templateId, command, contextOf(person, options), {
    beforeAppend: (events, before) =>
      orStaleVersion(
        Effect.all([
          saveTemplateVersion(companyId, templateId, { version: before.version + 1, text, variables, at, rules }),
          keepLinkParameters(companyId, templateId, before.version),
          storeTranslations(companyId, templateId, before, events),
        ]),
      ),
  })
  return yield* foundReplyRules(companyId, templateId)
})
