import { Effect } from "effect"
import { readGlobalSettings, saveGlobalSettings } from "#effects/GlobalSettings.ts"
import { globalRulesMachine, valuesIn, type RulesValues } from "#machines/administration/globalRules.machine.ts"
import { GlobalSettings } from "#schemas/administration/settings.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GlobalRulesView } from "#views/administration/GlobalRulesView.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

const logic = ({ operation, form }: Tools) =>
  globalRulesMachine.provide({
    actors: {
      open: operation(() => readGlobalSettings),
      form: form({
        validate: validatorOf(GlobalSettings),
        submit: ({ streamVersion, ...settings }: RulesValues, commandId) =>
          saveGlobalSettings({ ...settings, version: streamVersion }, commandId),
        theirs: () => Effect.map(readGlobalSettings, valuesIn),
        words: { success: "rules.saved", failure: "rules.notSaved" },
      }),
    },
  })

/** `/global?section=rules`: what holds for all companies. */
export const GlobalRulesPage = () => {
  const page = usePage(logic)
  return <GlobalRulesView page={page} url={page.url} rights={usePerson()} form={useForm(page.actor, "form")} />
}
