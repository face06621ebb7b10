import { describe, expect, it } from "vitest"
import { campaignsMachine, campaignVerbs } from "#machines/outreach/campaigns.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { draftCampaign } from "#tests/support/outreachSamples.ts"
import { after } from "#tests/paths/paths.ts"
import { commandEnded } from "../session/command.walk.ts"
import { campaignsWalk, refusedCampaign } from "./campaigns.walk.ts"

const at = (events: ReadonlyArray<{ readonly type: string }>) => after(campaignsMachine, events, campaignsWalk.input)
const pressed = (verb: string) => ({ type: `${verb}.pressed`, campaign: draftCampaign })

describe("the campaigns chart", () => {
  it("counts before it launches, asks before it cancels or deletes, and pauses and resumes at once", () => {
    const states = campaignVerbs.map((verb) => {
      const command = at([pressed(verb)]).children["command"]?.getSnapshot() as CommandSnapshot
      expect([command.context.verb, command.context.subject]).toEqual([verb, draftCampaign])
      return command.value
    })
    expect(states).toEqual(["counting", "running", "running", { asking: "ready" }, { asking: "ready" }])
  })

  it("keeps the reason of a refusal until something else is done or another campaign is open", () => {
    const refused = [
      pressed("launch"),
      commandEnded({ verb: "launch", subject: draftCampaign, outcome: "refused", problem: refusedCampaign }),
    ]
    expect(at(refused).context.last.problem).toEqual(refusedCampaign)
    expect(at([...refused, pressed("delete")]).context.last).toBeNull()
    const other = { type: "url.changed", search: { id: "other" } }
    expect(at([...refused, other]).context.last).toBeNull()
  })
})
