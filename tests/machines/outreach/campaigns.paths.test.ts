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

  it("shows the campaign that the address names in place of the list, and the list again without it", () => {
    const named = (search: object) => ({ type: "url.changed", search })
    const place = (events: Parameters<typeof at>[0]) => at(events).value
    expect(place([])).toEqual({ place: "campaign", deed: "none" })
    expect(place([named({})])).toEqual({ place: "list", deed: "none" })
    expect(place([named({ id: "" })])).toEqual({ place: "list", deed: "none" })
    expect(place([named({}), named({ id: "other" })])).toEqual({ place: "campaign", deed: "none" })
  })

  it("asks to schedule a draft that has a start, and to launch any other", () => {
    const asked = (campaign: object) => {
      const event = { ...pressed("launch"), campaign: { ...draftCampaign, ...campaign } }
      const chart = at([event])
      const command = chart.children["command"]?.getSnapshot() as CommandSnapshot
      return [command.context.question?.title, command.context.question?.confirm]
    }
    expect(asked({ startAt: "2026-12-01T15:00:00Z" })).toEqual(["campaign.schedule.title", "campaign.schedule"])
    expect(asked({ startAt: null })).toEqual(["campaign.launch.title", "campaign.launch"])
    expect(asked({ startAt: "2026-12-01T15:00:00Z", state: "scheduled" })[1]).toBe("campaign.launch")
  })

  it("shows the list once the campaign that is open is deleted, with the filters it was left with", () => {
    const deleted = commandEnded({ verb: "delete", subject: draftCampaign, outcome: "done" })
    const named = (search: object) => ({ type: "url.changed", search })
    const afterwards = (search: object) => at([named(search), pressed("delete"), deleted])
    const gone = afterwards({ id: draftCampaign.campaignHashedId, tab: "history", search: "flu" })
    expect([gone.value, gone.context.search]).toEqual([{ place: "list", deed: "none" }, { search: "flu" }])
    expect(afterwards({ id: "other" }).value).toEqual({ place: "campaign", deed: "none" })
  })

  it("reads the people of the part that is looked at, and none while another part is", () => {
    const readFor = (search: object) =>
      after(campaignsMachine, [], { search: { id: "x", ...search } }).children["recipients"]?.getSnapshot().context
        .params
    expect(readFor({ tab: "replied" })).toEqual({ campaignHashedId: "x", share: "replied" })
    expect(readFor({ tab: "failed", recipientState: "sent" })).toEqual({ campaignHashedId: "x", share: "failed" })
    expect(readFor({ tab: "recipients", recipientState: "sent" })).toEqual({ campaignHashedId: "x", state: "sent" })
    expect(readFor({ tab: "message" })).toBeNull()
  })
})
