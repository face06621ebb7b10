import { Effect } from "effect"
import { readGlobalSettings, saveGlobalSettings } from "#effects/ControlPanel.ts"
import {
  globalSettingsMachine,
  valuesIn,
  type GlobalSettingsValues,
} from "#machines/administration/globalSettings.machine.ts"
import { GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GlobalSettingsView } from "#views/administration/GlobalSettingsView.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"

const logic = ({ operation, form }: Tools) =>
  globalSettingsMachine.provide({
    actors: {
      open: operation(() => readGlobalSettings),
      form: form({
        validate: validatorOf(GlobalSettings),
        submit: ({ streamVersion, ...settings }: GlobalSettingsValues, commandId) =>
          saveGlobalSettings({ ...settings, version: streamVersion }, commandId),
        theirs: () => Effect.map(readGlobalSettings, valuesIn),
        words: { success: "globalSettings.saved", failure: "globalSettings.notSaved" },
      }),
    },
  })

/** `/global?section=rules`: what holds for all companies. */
export const GlobalSettingsPage = () => {
  const page = usePage(logic)
  return <GlobalSettingsView page={page} url={page.url} rights={usePerson()} form={useForm(page.actor, "form")} />
}
