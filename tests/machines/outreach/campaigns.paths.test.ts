import { describe, expect, it } from "vitest"
import { campaignsMachine, campaignVerbs, recipientParams } from "#machines/outreach/campaigns.machine.ts"
import { filterIn, heldAs } from "#schemas/outreach/recipientFilter.ts"
import { getNextSnapshot } from "xstate"
import type { ExportSnapshot } from "#machines/session/export.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { draftCampaign } from "#tests/support/outreachSamples.ts"
import { after } from "#tests/paths/paths.ts"
import { commandEnded } from "../session/command.walk.ts"
import { campaignsWalk, refusedCampaign } from "./campaigns.walk.ts"

const at = (events: ReadonlyArray<{ readonly type: string }>) => after(campaignsMachine, events, campaignsWalk.input)
const quiet = { deed: "none", file: "none", looking: "listing" }
const campaignPage = { place: "campaign", ...quiet }
const listPage = { place: "list", ...quiet }
const pressed = (verb: string) => ({ type: `${verb}.pressed`, campaign: draftCampaign })

describe("the campaigns chart", () => {
  it("counts before it launches, asks before it cancels or deletes, and returns, pauses and resumes at once", () => {
    const states = campaignVerbs.map((verb) => {
      const command = at([pressed(verb)]).children["command"]?.getSnapshot() as CommandSnapshot
      expect([command.context.verb, command.context.subject]).toEqual([verb, draftCampaign])
      return command.value
    })
    expect(states).toEqual(["counting", "running", "running", "running", { asking: "ready" }, { asking: "ready" }])
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
    expect(place([])).toEqual(campaignPage)
    expect(place([named({})])).toEqual(listPage)
    expect(place([named({ id: "" })])).toEqual(listPage)
    expect(place([named({}), named({ id: "other" })])).toEqual(campaignPage)
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

  it("says before a cancellation who is never texted, and which texts nothing can stop any more", () => {
    const asked = (campaign: object) => {
      const chart = at([{ ...pressed("cancel"), campaign: { ...draftCampaign, ...campaign } } as never])
      const command = chart.children["command"]?.getSnapshot() as CommandSnapshot
      return command.context.question?.text
    }
    const counts = { queued: 40, held: 16, sending: 2, unknown: 1, sent: 4, delivered: 90, failed: 7 }
    const launched = { state: "running", launchedOn: "2026-11-20T15:00:00Z" }
    expect(asked({ ...launched, counts })).toEqual([
      { word: "campaign.cancel.text.SMS", values: { people: 56 } },
      { word: "campaign.cancel.carrier.SMS", values: { texts: 7 } },
      { word: "campaign.cancel.final" },
    ])
    expect(asked({ ...launched, counts: { delivered: 90 } })?.map(({ word }) => word)).toEqual([
      "campaign.cancel.text.SMS",
      "campaign.cancel.final",
    ])
    expect(asked({ state: "scheduled", launchedOn: null })).toEqual([{ word: "campaign.cancel.scheduled.SMS" }])
  })

  it("shows the list once the campaign that is open is deleted, with the filters it was left with", () => {
    const deleted = commandEnded({ verb: "delete", subject: draftCampaign, outcome: "done" })
    const named = (search: object) => ({ type: "url.changed", search })
    const afterwards = (search: object) => at([named(search), pressed("delete"), deleted])
    const gone = afterwards({ id: draftCampaign.campaignHashedId, tab: "history", search: "flu" })
    expect([gone.value, gone.context.search]).toEqual([listPage, { search: "flu" }])
    expect(afterwards({ id: "other" }).value).toEqual(campaignPage)
  })

  it("reads the people of the part that is looked at, and none while another part is", () => {
    const readFor = (search: object) =>
      after(campaignsMachine, [], { search: { id: "x", ...search } }).children["recipients"]?.getSnapshot().context
        .params
    expect(readFor({ tab: "replied" })).toEqual({ campaignHashedId: "x", share: "replied" })
    expect(readFor({ tab: "failed", recipientState: "sent" })).toEqual({ campaignHashedId: "x", share: "failed" })
    expect(readFor({ tab: "recipients", recipientState: "sent" })).toEqual({ campaignHashedId: "x", share: "sent" })
    expect(readFor({ tab: "message" })).toBeNull()
    // The list of campaigns keeps its own order meanwhile, and an order that no one knows counts for nothing.
    const ordered = { campaignHashedId: "x", share: "replied", sort: "-reply" }
    expect(readFor({ tab: "replied", sort: "name", recipientSort: "-reply" })).toEqual(ordered)
    expect(readFor({ tab: "replied", recipientSort: "phone" })).toEqual({ campaignHashedId: "x", share: "replied" })
  })

  it("narrows the people to a reason that fits them, and to those whom one zone holds until one time", () => {
    expect(filterIn({ tab: "failed", reason: "30003" })).toEqual({ share: "failed", reason: "30003" })
    expect(filterIn({ tab: "failed", reason: "landline" })).toEqual({ share: "failed" })
    expect(filterIn({ tab: "leftOut", reason: "landline" })).toEqual({ share: "leftOut", reason: "landline" })
    const held = { until: "2026-11-21T16:00:00.000Z", zone: "America/Los_Angeles" }
    const filter = { heldUntil: held.until, zone: held.zone }
    expect(filterIn({ tab: "recipients", held: heldAs(held) })).toEqual(filter)
    expect(filterIn({ tab: "recipients", booked: "no", recipientState: "delivered" })).toEqual({
      share: "delivered",
      booked: "no",
    })
    expect(filterIn({ tab: "recipients", booked: "maybe" })).toEqual({})
    expect(filterIn({ tab: "recipients", held: "soon nowhere!" })).toEqual({})
    expect(filterIn({ tab: "recipients", recipientState: "everyone" })).toEqual({})
  })

  it("looks for people after a pause, keeps the text out of the address, and forgets it in another part", () => {
    const search = { id: "x", tab: "recipients" }
    const typed = after(campaignsMachine, [{ type: "search.changed", search: " Maria " }], { search })
    expect(typed.matches({ looking: "typing" })).toBe(true)
    expect(recipientParams(typed.context)).toEqual({ campaignHashedId: "x", search: "Maria" })
    expect(typed.context.search).toEqual(search)
    const moved = (to: Readonly<Record<string, string>>) =>
      getNextSnapshot(campaignsMachine, typed as never, { type: "url.changed", search: to })
    expect(moved({ ...search, recipientState: "failed" }).context.searchText).toBe(" Maria ")
    expect(moved({ ...search, tab: "failed" }).context.searchText).toBe("")
    expect(moved({ ...search, id: "other" }).context.searchText).toBe("")
  })

  it("asks for the file of those who were shown when it was pressed, by reference and never by who they are", () => {
    const asked = after(campaignsMachine, [{ type: "export.pressed", fileType: "csv" }], {
      search: { id: "x", tab: "leftOut", reason: "landline" },
    })
    const file = asked.children["export"]?.getSnapshot() as ExportSnapshot
    expect(file.context.request).toEqual({
      fileType: "csv",
      campaignHashedId: "x",
      people: { share: "leftOut", reason: "landline" },
    })
  })
})
