import { describe, expect, it } from "vitest"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import { draftTemplate } from "#tests/support/outreachSamples.ts"
import { refusedTemplate, templatesWalk } from "./templates.walk.ts"
import { pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(templatesMachine, templatesWalk)

describe("the templates chart", () => {
  it("publishes and deletes only what was confirmed", () => {
    const asked = walk.states.filter(
      (snapshot) => snapshot.matches("confirmingPublish") || snapshot.matches("confirmingDelete"),
    )
    const acting = walk.states.filter((snapshot) => snapshot.hasTag("busy"))
    expect(asked.length).toBeGreaterThan(1)
    expect(acting.length).toBeGreaterThan(1)
    for (const { context } of [...asked, ...acting]) expect(context.subject).toEqual(draftTemplate)
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) => (/\.(publish|remove)$/.test(type) ? [events.slice(0, index)] : [])),
    )
    expect(begun.length).toBeGreaterThan(0)
    for (const before of begun) expect(before.map(({ type }) => type)).toContain("confirm.pressed")
  })

  it("keeps the reason of a refusal until the person turns to another template", () => {
    const kept = walk.states.filter(({ context }) => context.refused !== null)
    expect(kept.map(({ context }) => context.refused.problem)).toContainEqual(refusedTemplate)
    const turned = walk.paths.filter(({ events }) => events.at(-1)?.type === "url.changed")
    for (const { snapshot } of turned) expect(snapshot.context.refused).toBeNull()
  })
})
