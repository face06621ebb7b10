import { describe, expect, it } from "vitest"
import {
  losesCampaignChoices,
  newCampaignMachine,
  type NewCampaignSnapshot,
} from "#machines/outreach/newCampaign.machine.ts"
import { emptyCampaignForm } from "#schemas/outreach/campaignForm.ts"
import { sampleChoices } from "#tests/support/outreachSamples.ts"
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

  it("creates only what was checked and reaches somebody, and keeps every value when it fails", () => {
    const creating = walk.states.filter((snapshot) => snapshot.matches({ open: { work: "creating" } }))
    expect(creating.length).toBeGreaterThan(0)
    for (const { context } of creating) expect(context.check.eligible).toBeGreaterThan(0)
    const failed = walk.states.filter(
      ({ context }) => context.problem?.problem === "AlreadyExists" && context.values.name !== "",
    )
    expect(failed.map(({ context }) => context.values)).toContainEqual(namedCampaign)
  })

  it("loses choices only while the page is open and something was chosen", () => {
    for (const snapshot of walk.states as ReadonlyArray<NewCampaignSnapshot>) {
      if (!snapshot.matches("open")) expect(losesCampaignChoices(snapshot)).toBe(false)
    }
    const chosen = (walk.states as ReadonlyArray<NewCampaignSnapshot>).filter(
      (snapshot) => snapshot.matches("open") && snapshot.context.values?.name === "Recall",
    )
    expect(chosen.every(losesCampaignChoices)).toBe(true)
  })
})
