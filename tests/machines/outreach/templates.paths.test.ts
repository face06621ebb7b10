import { describe, expect, it } from "vitest"
import { templatesMachine } from "#machines/outreach/templates.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { draftTemplate, sampleTemplate } from "#tests/support/outreachSamples.ts"
import { commandEnded } from "../session/command.walk.ts"
import { refusedTemplate, seenDraft, templatesWalk } from "./templates.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(templatesMachine, templatesWalk)

describe("the templates chart", () => {
  it("asks before it publishes, retires or deletes, about the very template that was pressed", () => {
    for (const [verb, template] of [
      ["publish", draftTemplate],
      ["retire", sampleTemplate],
      ["delete", draftTemplate],
    ] as const) {
      const acting = after(templatesMachine, [{ type: `${verb}.pressed`, template }], templatesWalk.input)
      const command = acting.children["command"]?.getSnapshot() as CommandSnapshot
      expect([command.value, command.context.verb]).toEqual([{ asking: "ready" }, verb])
      expect(command.context.subject).toBe(template)
      expect(command.context.question?.title).toBe(`template.${verb}.title`)
    }
  })

  it("publishes and deletes at once without meeting its own change as someone else's", () => {
    const published = [
      { type: "publish.pressed", template: draftTemplate },
      commandEnded({ verb: "publish", subject: draftTemplate, outcome: "done", seen: seenDraft }),
    ]
    const pressing = (template: object) =>
      after(templatesMachine, [...published, { type: "delete.pressed", template }], templatesWalk.input).value
    expect(pressing(draftTemplate)).toMatchObject({ deed: "none" })
    expect(pressing({ ...draftTemplate, streamVersion: draftTemplate.streamVersion + 1 })).toMatchObject({
      deed: "acting",
    })
    expect(pressing(sampleTemplate)).toMatchObject({ deed: "acting" })
  })

  it("reads the one template that the address names by its public id", () => {
    const opened = after(templatesMachine, [], { search: { id: draftTemplate.hashedId } })
    expect(opened.children["template"]?.getSnapshot().context.params).toEqual({ temphashedId: draftTemplate.hashedId })
  })

  it("keeps the reason of a refusal until the person turns to another template", () => {
    const kept = walk.states.filter(({ context }) => context.last?.outcome === "refused")
    expect(kept.map(({ context }) => context.last.problem)).toContainEqual(refusedTemplate)
    for (const { steps } of walk.paths) {
      const turned = steps.filter(
        ({ event, snapshot }, index) =>
          event.type === "url.changed" && snapshot.context.search.id !== steps[index - 1]?.snapshot.context.search.id,
      )
      for (const { snapshot } of turned) expect(snapshot.context.last).toBeNull()
    }
  })

  it("shows the template that the address names in place of the list, and the list again without it", () => {
    const named = (search: object) => [{ type: "url.changed", search }]
    expect(after(templatesMachine, [], templatesWalk.input).value).toMatchObject({ place: "template" })
    expect(after(templatesMachine, named({}), templatesWalk.input).value).toMatchObject({ place: "list" })
  })
})
