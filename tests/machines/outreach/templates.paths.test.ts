import { describe, expect, it } from "vitest"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import { draftTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"
import { refusedTemplate, templatesWalk } from "./templates.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(templatesMachine, templatesWalk)

describe("the templates chart", () => {
  it("publishes, retires and deletes only what was confirmed", () => {
    const asked = walk.states.filter(
      (snapshot) =>
        snapshot.matches("confirmingPublish") ||
        snapshot.matches("confirmingRetire") ||
        snapshot.matches("confirmingDelete"),
    )
    const acting = walk.states.filter((snapshot) => snapshot.hasTag("busy"))
    expect(asked.length).toBeGreaterThan(1)
    expect(acting.length).toBeGreaterThan(1)
    for (const snapshot of [...asked, ...acting]) {
      const isRetiring = snapshot.matches("confirmingRetire") || snapshot.matches("retiring")
      expect(snapshot.context.subject).toEqual(isRetiring ? sampleTemplate : draftTemplate)
    }
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) => (/\.(publish|retire|remove)$/.test(type) ? [events.slice(0, index)] : [])),
    )
    expect(begun.length).toBeGreaterThan(0)
    for (const before of begun) expect(before.map(({ type }) => type)).toContain("confirm.pressed")
  })

  it("reads the one template that the address names by its public id", () => {
    const opened = after(templatesMachine, [], { search: { id: draftTemplate.hashedId } })
    expect(opened.children["template"]?.getSnapshot().context.params).toEqual({ temphashedId: draftTemplate.hashedId })
  })

  it("keeps the reason of a refusal until the person turns to another template", () => {
    const kept = walk.states.filter(({ context }) => context.refused !== null)
    expect(kept.map(({ context }) => context.refused.problem)).toContainEqual(refusedTemplate)
    for (const { steps } of walk.paths) {
      const turned = steps.filter(
        ({ event, snapshot }, index) =>
          event.type === "url.changed" && snapshot.context.search.id !== steps[index - 1]?.snapshot.context.search.id,
      )
      for (const { snapshot } of turned) expect(snapshot.context.refused).toBeNull()
    }
  })
})
