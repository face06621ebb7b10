import "#views/administration/global.css"
import { describe, expect, it } from "vitest"
import type { FormEvent } from "#machines/session/form.machine.ts"
import {
  globalSettingsMachine,
  type GlobalSettingsEvent,
  type GlobalSettingsSnapshot,
} from "#machines/administration/globalSettings.machine.ts"
import type { Rights } from "#schemas/access.ts"
import { GlobalSettings } from "#schemas/administration/globalSettings.ts"
import { validatorOf } from "#schemas/validate.ts"
import { GlobalSettingsView } from "#views/administration/GlobalSettingsView.tsx"
import { globalSettingsWalk } from "#tests/machines/administration/globalSettings.walk.ts"
import { sampleRules } from "#tests/support/rulesSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenForm } from "#tests/support/seen.ts"
import type { AnyEventObject } from "xstate"

const { places } = pathsOf(globalSettingsMachine, globalSettingsWalk)
const opened = { type: "xstate.done.actor.open", output: sampleRules }
const writing = after(globalSettingsMachine, [opened], globalSettingsWalk.input) as unknown as GlobalSettingsSnapshot
const values = { ...sampleRules.settings, streamVersion: sampleRules.version }

const show = async (
  snapshot: GlobalSettingsSnapshot,
  shown: {
    readonly events?: ReadonlyArray<AnyEventObject>
    readonly values?: object
    readonly rights?: Rights
    readonly dark?: boolean
  } = {},
) => {
  const page = recorder<GlobalSettingsEvent>()
  const form = recorder<FormEvent>()
  const rendered = await render(
    <GlobalSettingsView
      page={{ snapshot, send: page.send }}
      url={pageUrl({ section: "rules" }).url}
      rights={shown.rights ?? { userType: 1, accessIds: [6, 13] }}
      form={
        snapshot.matches("writing")
          ? seenForm((shown.values ?? values) as never, shown.events ?? [], validatorOf(GlobalSettings), form.send)
          : undefined
      }
    />,
    { dark: shown.dark ?? false },
  )
  return rendered
}

describe("the rules for all companies", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keep their promise and are accessible in %s",
    async (_, { snapshot }) => {
      await show(snapshot as unknown as GlobalSettingsSnapshot)
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("name the words that are obeyed whatever is set up", async () => {
    const { container } = await show(writing)
    expect(textOf(container)).toContain("Always obeyed in English: 2 wordsSTOP, QUIT")
    expect(textOf(container)).toContain("Always obeyed in Spanish: 1 wordALTO")
  })

  it("say which rule is wrong, in the dark too", async () => {
    const wrong = { ...values, quietHours: [{ state: "FL", from: "07:00", to: "22:00" }] }
    const { container } = await show(writing, { values: wrong, events: [{ type: "submit.pressed" }], dark: true })
    expect(textOf(container.querySelector(".notice-danger"))).toContain(
      "Rule 1, Texts from: Texts may be sent from 08:00 to 21:00 only.",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("can be read, and say why they cannot be changed, without the right", async () => {
    const { container } = await show(writing, { rights: { userType: 1, accessIds: [13] } })
    expect(textOf(container)).toContain("You need the right to edit rules for replies and quiet hours (Rules).")
    const open = [...container.querySelectorAll("input, select, textarea, form button")].filter(
      (control) => !(control as HTMLInputElement).disabled && control.ariaDisabled !== "true",
    )
    expect(open).toEqual([])
  })
})
