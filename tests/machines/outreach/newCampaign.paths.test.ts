import { describe, expect, it } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { newCampaignMachine } from "#machines/outreach/newCampaign.machine.ts"
import { losesChanges, type FormSnapshot } from "#machines/session/form.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { sampleCheck, sampleChoices } from "#tests/support/outreachSamples.ts"
import { formShows, leftForm } from "../session/form.walk.ts"
import { namedCampaign, newCampaignWalk } from "./newCampaign.walk.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(newCampaignMachine, newCampaignWalk)

describe("the new campaign's chart", () => {
  it("starts with the template the address asks for, the only sender and the company's zone", () => {
    const filling = after(
      newCampaignMachine,
      [{ type: "xstate.done.actor.prepare", output: sampleChoices, actorId: "prepare" }],
      newCampaignWalk.input,
    )
    expect(filling.context.values).toEqual({
      ...emptyCampaignForm,
      campaignId: 73,
      templateId: 42,
      senderId: 1,
      zone: "America/New_York",
    })
  })

  it("starts with the list the address asks for, when the company has it", () => {
    const [list] = sampleChoices.lists
    const filled = (listId: string) =>
      after(newCampaignMachine, [{ type: "xstate.done.actor.prepare", output: sampleChoices, actorId: "prepare" }], {
        search: { listId },
      }).context.values?.listId
    expect([filled(String(list?.listId)), filled("999999"), filled("1; drop")]).toEqual([list?.listId, null, null])
  })

  it("creates only what was checked and reaches someone, and keeps every value when it fails", () => {
    const creating = walk.states.filter((snapshot) => snapshot.matches({ drafting: "creating" }))
    expect(creating.length).toBeGreaterThan(0)
    for (const { context } of creating) expect(context.check.eligible).toBeGreaterThan(0)
    const failed = walk.states.filter(
      ({ context }) => context.problem?.problem === "AlreadyExists" && context.values.name !== "",
    )
    expect(failed.map(({ context }) => context.values)).toContainEqual(namedCampaign)
  })

  it("loses choices only while the page is open and something was chosen, checked or not", () => {
    const formIn = ({ children }: AnyMachineSnapshot) => children["form"]?.getSnapshot() as FormSnapshot | undefined
    const chosen = walk.states.filter(
      (snapshot) => snapshot.matches("drafting") && snapshot.context.values.name === namedCampaign.name,
    )
    const reopened = chosen.filter((snapshot) => !snapshot.matches({ drafting: "filling" }))
    expect(reopened.length).toBeGreaterThan(1)
    for (const snapshot of reopened) expect(losesChanges(formIn(snapshot) as FormSnapshot)).toBe(true)
    for (const snapshot of walk.states) expect(formIn(snapshot) !== undefined).toBe(snapshot.matches("drafting"))
  })

  const chosen = [{ type: "xstate.done.actor.prepare", output: sampleChoices }, formShows(namedCampaign)]
  const checked = { type: "xstate.done.actor.form", output: { discarded: false, value: sampleCheck } }
  it.each([
    ["filled in", "filling", chosen],
    ["checked", { checked: "creatable" }, [...chosen, checked]],
    ["being created", "creating", [...chosen, checked, { type: "create.pressed" }]],
  ] as const)("ends as left when its form was left, with what was written in it: %s", (_, state, events) => {
    const before = after(newCampaignMachine, events, newCampaignWalk.input)
    expect(before.value).toEqual({ drafting: state })
    expect(before.context.values).toEqual(namedCampaign)
    const left = { type: "xstate.done.actor.form", ...leftForm }
    const { status, value } = after(newCampaignMachine, [...events, left], newCampaignWalk.input)
    expect([status, value]).toEqual(["done", "left"])
  })
})
