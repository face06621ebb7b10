import { nothingTried, openReplyRules, saveReplyRules, tryReplyRules } from "#effects/ReplyRules.ts"
import { replyRulesMachine } from "#machines/outreach/replyRules.machine.ts"
import { mayCall } from "#schemas/access.ts"
import { ReplyRulesDraft, type ReplyRulesValues, type TriedRules } from "#schemas/outreach/replyRule.ts"
import { replyRuleWords } from "#schemas/outreach/replyRuleWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { validatorOf } from "#schemas/validate.ts"
import { ReplyRulesView } from "#views/outreach/ReplyRulesView.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"

addWords(replyRuleWords, writtenWords)

const logic = ({ operation, reading, form, person }: Tools) =>
  replyRulesMachine.provide({
    actors: {
      open: operation(openReplyRules),
      // Who may not try rules is not asked to be refused.
      tried: reading((values: ReplyRulesValues) => {
        const present = person()
        return present !== null && mayCall(present, "Template.TryReplyRules") ? tryReplyRules(values) : nothingTried
      }),
      form: form({
        validate: validatorOf(ReplyRulesDraft),
        submit: saveReplyRules,
        theirs: openReplyRules,
        words: { success: "template.saved", failure: "template.notSaved" },
      }),
    },
  })

/** `/sms?id=…&tab=replies`: the rules for replies to a template's texts. */
export const ReplyRulesPage = () => {
  const page = usePage(logic)
  return (
    <ReplyRulesView
      page={page}
      url={page.url}
      rights={usePerson()}
      form={useForm(page.actor, "form")}
      tried={useReading<TriedRules>(page.actor, "tried")}
    />
  )
}
