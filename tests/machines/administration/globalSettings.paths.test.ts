import { describe, expect, it } from "vitest"
import { globalSettingsMachine } from "#machines/administration/globalSettings.machine.ts"
import { isLeft } from "#machines/session/form.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { globalSettingsWalk } from "./globalSettings.walk.ts"

const steps = pathsOf(globalSettingsMachine, globalSettingsWalk).paths.flatMap((path) => path.steps)

describe("the chart of the rules for all companies", () => {
  it("ends as left when its form was left", () => {
    const left = steps.filter(({ event }) => isLeft({ event }))
    expect(left.length).toBeGreaterThan(0)
    for (const { snapshot } of left) expect([snapshot.status, snapshot.value]).toEqual(["done", "left"])
  })

  it("reads again what the server has, after every save", () => {
    const saved = steps.filter(({ event }) => event.type === "xstate.done.actor.form" && !isLeft({ event }))
    expect(saved.length).toBeGreaterThan(0)
    for (const { snapshot } of saved) expect(snapshot.matches("opening")).toBe(true)
  })
})
