import "#views/outreach/outreach.css"
import { afterEach, describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import type { CommandEvent } from "#machines/session/command.machine.ts"
import { campaignsMachine, type CampaignsEvent, type CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import type { Campaign, CampaignDetail, CampaignState, Recipient } from "#schemas/outreach/campaign.ts"
import { notFound } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import { CampaignsView } from "#views/outreach/CampaignsView.tsx"
import {
  draftCampaign,
  sampleCampaign,
  sampleCheck,
  sampleDetail,
  sampleRecipients,
} from "#tests/support/outreachSamples.ts"
import { campaignsWalk } from "#tests/machines/outreach/campaigns.walk.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/promises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"

const admin = { userType: 2 as const, accessIds: [1, 3, 5, 17] }
const { places } = pathsOf(campaignsMachine, campaignsWalk)
const id = sampleCampaign.campaignHashedId

let unmount: () => void = () => undefined
afterEach(() => unmount())

type Shown = {
  readonly events?: ReadonlyArray<AnyEventObject>
  /** What happens to the command after that. */
  readonly answers?: ReadonlyArray<AnyEventObject>
  readonly snapshot?: CampaignsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly campaigns?: Parameters<typeof seenReading<ReadonlyArray<Campaign>>>[0]
  readonly campaign?: Parameters<typeof seenReading<CampaignDetail>>[0]
  readonly recipients?: Parameters<typeof seenReading<ReadonlyArray<Recipient>>>[0]
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<CampaignsEvent>()
  const { sent: answered, send: answer } = recorder<CommandEvent>()
  const input = { search: shown.search ?? {} }
  const snapshot =
    shown.snapshot ?? (after(campaignsMachine, shown.events ?? [], input) as unknown as CampaignsSnapshot)
  const rendered = await render(
    <CampaignsView
      page={{ snapshot, send }}
      url={address.url}
      rights={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
      campaigns={seenReading<ReadonlyArray<Campaign>>(shown.campaigns ?? { ready: [sampleCampaign, draftCampaign] })}
      campaign={seenReading<CampaignDetail>(shown.campaign ?? "idle")}
      recipients={seenReading<ReadonlyArray<Recipient>>(shown.recipients ?? "idle")}
      command={seenCommand(snapshot, answer, shown.answers)}
    />,
    { dark: shown.dark ?? false },
  )
  unmount = rendered.unmount
  return { ...rendered, ...address, sent, answered }
}
/** What can be done: first what stands in view, then what is under More. */
const buttons = (container: Element): ReadonlyArray<string> =>
  [
    ...container.querySelectorAll(".actions > button:not([popovertarget])"),
    ...container.querySelectorAll(".menu-items button"),
  ].map(textOf)

describe("the campaigns page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({
        snapshot: snapshot as unknown as CampaignsSnapshot,
        search: (snapshot as unknown as CampaignsSnapshot).context.search,
        campaign: { ready: sampleDetail },
      })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["search", "fluu"],
    ["state", "paused"],
  ])("offers all campaigns where the %s %s finds nothing", async (name, value) => {
    const { changed } = await show({ campaigns: { ready: [] }, search: { [name]: value } })
    await press("Show all campaigns")
    expect(changed).toEqual([{ search: null, state: null }])
  })

  it("has a view for each state that has rows, with how many", async () => {
    const { container } = await show({ campaigns: { ready: [sampleCampaign], counts: { paused: 1200, draft: 3 } } })
    const tabs = [...container.querySelectorAll(".tabs a")]
    expect(tabs.map(textOf)).toEqual(["All 1,203", "Draft 3", "Paused 1,200"])
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual(["?", "?state=draft", "?state=paused"])
    expect(textOf(container.querySelector(".table-foot"))).toContain("1 to 1 of 1,203")
  })

  it("lists name, state, true shares and people, each leading to its page", async () => {
    const { container } = await show()
    const [running, draft] = [...container.querySelectorAll("tbody tr")]
    expect(textOf(running ?? null)).toContain("63%")
    expect(running?.querySelector('[role="img"]')?.getAttribute("aria-label")).toBe(
      "664 of 1,200 delivered, 31 failed, 150 held",
    )
    expect(textOf(draft ?? null)).toContain("No one yet")
    expect(container.querySelector(`a[href="?id=${id}"]`)).not.toBeNull()
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)(
    "shows counts, held with release times in their zone, failures in words and who was left out, in the %s",
    async (_, dark) => {
      const { container } = await show({ search: { id }, campaign: { ready: sampleDetail }, dark })
      const panel = textOf(container.querySelector(".thing"))
      expect(panel).toContain("People 1,200Sent 905 75.4%Delivered")
      expect(panel).toContain("Delivered 664")
      expect(panel).toContain("Nov 21, 2026, 8:00 AM Eastern Time New York90")
      expect(panel).toContain("Nov 21, 2026, 8:00 AM Pacific Time Los Angeles60")
      expect(panel).toContain(
        "The phone was switched off or out of reachCode 30003Call the patient, or put them on the list of a later campaign.19",
      )
      expect(panel).toContain("The number is a landline25")
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["draft", ["Launch", "Delete"]],
    ["scheduled", ["Launch now", "Cancel campaign"]],
    ["running", ["Pause", "Cancel campaign"]],
    ["paused", ["Resume", "Cancel campaign"]],
    ["completed", ["Delete"]],
    ["cancelled", ["Delete"]],
  ] as const satisfies ReadonlyArray<readonly [CampaignState, ReadonlyArray<string>]>)(
    "offers for a %s campaign what its lifecycle allows, and says why not the rest",
    async (state, allowed) => {
      const { container } = await show({ search: { id }, campaign: { ready: { ...sampleDetail, state } } })
      expect(buttons(container)).toEqual(allowed)
      const reasons = [...container.querySelectorAll(".menu-reasons li")].map(textOf)
      expect(reasons).toHaveLength(5 - allowed.length)
      for (const reason of reasons)
        expect(reason).toContain(`The state of this one: ${words[`campaign.state.${state}`]}.`)
    },
  )

  it("names the missing right", async () => {
    const { container } = await show({ search: { id }, campaign: { ready: sampleDetail }, accessIds: [3] })
    expect(buttons(container)).toEqual([])
    expect(textOf(container.querySelector(".menu-reasons"))).toContain(
      "You need the right to publish, launch, delete and export (Actions).",
    )
  })

  it("schedules a draft with a start time", async () => {
    const { container } = await show({
      search: { id },
      campaign: { ready: { ...sampleDetail, state: "draft", startAt: "2026-12-01T15:00:00Z" } },
    })
    expect(buttons(container)).toEqual(["Schedule", "Delete"])
  })

  it("launches a large campaign only when its number was typed", async () => {
    const events = [{ type: "launch.pressed", campaign: draftCampaign }]
    const counted = {
      type: "xstate.done.actor.count",
      output: { people: sampleCheck.eligible, details: sampleCheck },
      actorId: "count",
    }
    const { answered } = await show({ events, answers: [counted] })
    const dialog = document.querySelector(".confirm-dialog")
    expect(textOf(dialog)).toContain("“Recall December” is sent to 1,235 people.65 people are left out.150 texts wait")
    expect(dialog?.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled).toBe(true)
    unmount()
    const typed = await show({ events, answers: [counted, { type: "typed.changed", typed: "1235" }] })
    await press("Launch", document.querySelector(".confirm-dialog") ?? document.body)
    expect(answered).toEqual([])
    expect(typed.answered).toEqual([{ type: "confirm.pressed" }])
  })

  it("counts before it asks, and says who would get a launch, or that there is no one", async () => {
    const events = [{ type: "launch.pressed", campaign: draftCampaign }]
    await show({ events })
    expect(textOf(document.querySelector(".confirm-dialog"))).toContain("Counting who would get it now…")
    unmount()
    const noOne = { people: 0, details: { ...sampleCheck, eligible: 0 } }
    await show({ events, answers: [{ type: "xstate.done.actor.count", output: noOne, actorId: "count" }] })
    const dialog = document.querySelector(".confirm-dialog")
    expect(textOf(dialog?.querySelector(".notice") ?? null)).toContain(words["campaign.create.nobody"])
    expect(dialog?.querySelector<HTMLButtonElement>("button[type=submit]")?.disabled).toBe(true)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("lists recipients by state with the reason and the release time", async () => {
    const { container, changed } = await show({
      search: { id, tab: "recipients" },
      campaign: { ready: sampleDetail },
      recipients: { ready: sampleRecipients, next: "more" },
    })
    const rows = [...container.querySelectorAll(".thing tbody tr")].map(textOf)
    expect(rows[1]).toContain("The phone was switched off or out of reach")
    expect(rows[2]).toContain("The number is a landline")
    expect(rows[3]).toContain("until Nov 21, 2026, 8:00 AM Pacific Time")
    expect(changed).toEqual([])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["replied", "YES, please"],
    ["failed", "Call the patient, or put them on the list of a later campaign."],
    ["leftOut", "The number is a landline"],
  ] as const)("lists by themselves the people who %s", async (tab, text) => {
    const { container } = await show({
      search: { id, tab },
      campaign: { ready: sampleDetail },
      recipients: { ready: sampleRecipients },
    })
    expect(textOf(container.querySelector(".thing tbody"))).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says why there are no recipients, before the launch and in a state without people", async () => {
    const { container } = await show({
      search: { id, tab: "recipients" },
      campaign: { ready: { ...sampleDetail, launchedOn: null } },
      recipients: { ready: [] },
    })
    expect(textOf(container.querySelector(".empty-state"))).toContain(
      "The people of the list appear here when the campaign is launched.",
    )
    unmount()
    const filtered = await show({
      search: { id, tab: "recipients", recipientState: "failed" },
      campaign: { ready: sampleDetail },
      recipients: { ready: [] },
    })
    expect(textOf(filtered.container.querySelector(".empty-state"))).toContain("No one is in this state")
  })

  it("shows the history, newest first, an unknown fact by its name", async () => {
    const { container } = await show({ search: { id, tab: "history" }, campaign: { ready: sampleDetail } })
    expect([...container.querySelectorAll(".history strong")].map(textOf)).toEqual([
      "CampaignMoved",
      "Launched",
      "Created",
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("teaches when there is no campaign, and shows what could not be loaded in place", async () => {
    const { container, went } = await show({ campaigns: { ready: [] } })
    await press("New campaign", container.querySelector(".empty-state") ?? container)
    expect(went).toEqual([{ new: "", id: null, tab: null, recipientState: null }])
    expect(await accessibilityFaults()).toEqual([])
    unmount()
    const failed = await show({
      campaigns: { failed: unreachable() },
      search: { id },
      campaign: { failed: unreachable() },
    })
    expect(failed.container.querySelectorAll(".notice-danger")).toHaveLength(1)
    expect(textOf(failed.container.querySelector("h1"))).toBe("Could not load")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leads back to the list with its filters, says what it is about, and stands alone", async () => {
    const { container } = await show({
      search: { id, tab: "history", search: "flu", state: "running" },
      campaign: { ready: sampleDetail },
    })
    expect(container.querySelector(".breadcrumb a")?.getAttribute("href")).toBe("?search=flu&state=running")
    expect(textOf(container.querySelector("h1"))).toBe(sampleDetail.name)
    expect(document.activeElement).toBe(container.querySelector("h1"))
    expect(textOf(container.querySelector(".thing-facts"))).toContain("by Ada Park.")
    expect(container.querySelector(`table a[href="?id=${id}"]`)).toBeNull()
  })

  it("says that a campaign is not found", async () => {
    const { container } = await show({ search: { id }, campaign: { failed: notFound() } })
    expect(textOf(container.querySelector("h1"))).toBe("Not found")
    expect(container.querySelector(".breadcrumb a")).not.toBeNull()
  })

  it("shows the text on a phone, with the places of what is filled in", async () => {
    const { container } = await show({ search: { id, tab: "message" }, campaign: { ready: sampleDetail } })
    expect(textOf(container.querySelector(".phone-bubble"))).toContain("Hello firstName, companyName has flu shots")
    expect([...container.querySelectorAll(".phone-bubble code")].map(textOf)).toEqual(["firstName", "companyName"])
  })
})
