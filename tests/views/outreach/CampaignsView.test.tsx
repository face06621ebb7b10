import "#views/outreach/outreach.css"
import { describe, expect, it } from "vitest"
import { campaignsMachine, type CampaignsSnapshot } from "#machines/outreach/campaigns.machine.ts"
import { accessIds } from "#schemas/access.ts"
import type { Campaign, CampaignDetail, CampaignState } from "#schemas/outreach/campaign.ts"
import { noCampaign } from "#schemas/outreach/recipientFilter.ts"
import { notFound } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { words } from "#schemas/words.ts"
import {
  draftCampaign,
  sampleCampaign,
  sampleCheck,
  sampleDetail,
  sampleRecipients,
} from "#tests/support/outreachSamples.ts"
import { campaignsWalk } from "#tests/machines/outreach/campaigns.walk.ts"
import { pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, textOf } from "#tests/support/render.tsx"
import { buttons, showCampaigns } from "#tests/support/showCampaigns.tsx"

const { places } = pathsOf(campaignsMachine, campaignsWalk)
const id = sampleCampaign.campaignHashedId
describe("the campaigns page", () => {
  it.each([
    [[3, 17], false],
    [[3, 12, 17], true],
  ] as const)("leads to the multi-campaigns whose rights %s open them", async (accessIds, isThere) => {
    const { container } = await showCampaigns({ accessIds })
    expect(container.querySelector('a[href="/multi"]') !== null).toBe(isThere)
  })

  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await showCampaigns({
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
    ["purpose", "Reminder"],
  ])("offers all campaigns where the %s %s finds nothing", async (name, value) => {
    const { changed } = await showCampaigns({ campaigns: { ready: [] }, search: { [name]: value } })
    await press("Show all campaigns")
    expect(changed).toEqual([{ search: null, state: null, purpose: null }])
  })

  it("says of an ongoing campaign without people that no one is in it, not that it starts", async () => {
    const counts = {}
    const empty = { ...sampleCampaign, listId: null, counts, total: 0 } as Campaign
    const { container } = await showCampaigns({ campaigns: { ready: [empty] } })
    expect(textOf(container.querySelector("tbody"))).toContain("No one yet")
    await showCampaigns({ campaigns: { ready: [{ ...sampleCampaign, counts, total: 0 } as Campaign] } })
    expect(textOf(document.querySelector("tbody"))).toContain("Starting…")
  })

  it("has one primary button, and none for those who may not make a campaign", async () => {
    await showCampaigns({ campaigns: { ready: [] } })
    const offered = () =>
      [...document.querySelectorAll("main button, button")].filter((button) => textOf(button) === "New campaign")
    expect(offered().map((button) => button.classList.contains("bp6-intent-primary"))).toEqual([true, false])
    await showCampaigns({ campaigns: { ready: [] }, accessIds: [12] })
    expect(offered()).toEqual([])
  })

  it("has a view for each state that has rows, with how many", async () => {
    const { container } = await showCampaigns({
      campaigns: { ready: [sampleCampaign], counts: { paused: 1200, draft: 3 } },
    })
    const tabs = [...container.querySelectorAll(".tabs a")]
    expect(tabs.map(textOf)).toEqual(["All 1,203", "Draft 3", "Paused 1,200"])
    expect(tabs.map((tab) => tab.getAttribute("href"))).toEqual(["?", "?state=draft", "?state=paused"])
    expect(textOf(container.querySelector(".table-foot"))).toContain("1 to 1 of 1,203")
  })

  it("lists name, state, true shares and people, each leading to its page", async () => {
    const { container } = await showCampaigns()
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
      const { container } = await showCampaigns({ search: { id }, campaign: { ready: sampleDetail }, dark })
      const panel = textOf(container.querySelector(".thing"))
      expect(panel).toContain("People 1,200Sent 905 75.4%Delivered")
      expect(panel).toContain("Delivered 664")
      expect(panel).toContain("Nov 21, 2026, 8:00 AM Eastern Time New York90")
      expect(panel).toContain("Nov 21, 2026, 8:00 AM Pacific Time Los Angeles60")
      expect(panel).toContain(
        "The phone was switched off or out of reachCode 30003Call the patient, or put them on the list of a later campaign.19",
      )
      expect(panel).toMatch(/The number is a landlineCall the patient, or ask for a mobile number[^.]*\.25/)
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it.each([
    ["draft", ["Edit", "Launch", "Delete", "Duplicate"]],
    ["unconfirmed", ["Return to draft", "Confirm and launch", "Duplicate"]],
    ["scheduled", ["Reschedule", "Launch now", "Cancel campaign", "Duplicate"]],
    ["running", ["Pause", "Cancel campaign", "Duplicate"]],
    ["paused", ["Resume", "Cancel campaign", "Duplicate"]],
    ["completed", ["Delete", "Duplicate"]],
    ["cancelled", ["Delete", "Duplicate"]],
  ] as const satisfies ReadonlyArray<readonly [CampaignState, ReadonlyArray<string>]>)(
    "offers for a %s campaign what its lifecycle allows, and says why not the rest",
    async (state, allowed) => {
      const { container } = await showCampaigns({ search: { id }, campaign: { ready: { ...sampleDetail, state } } })
      expect(buttons(container)).toEqual(allowed)
      const reasons = [...container.querySelectorAll(".menu-reasons li")].map(textOf)
      expect(reasons).toHaveLength((state === "unconfirmed" ? 9 : 8) - allowed.length)
      for (const reason of reasons)
        expect(reason).toContain(`The state of this one: ${words[`campaign.state.${state}`]}.`)
    },
  )

  it.each([
    ["who submitted it reads that someone else must", true, ["Return to draft", "Duplicate"]],
    ["someone else confirms it", false, ["Return to draft", "Confirm and launch", "Duplicate"]],
  ] as const)("waits for a second person: %s", async (_, isOwn, allowed) => {
    const history = [
      ...sampleDetail.history.slice(0, 1),
      { type: "CampaignSubmitted", at: "2026-11-20T15:00:00Z", actor: "Ada Park" },
    ]
    const waiting: CampaignDetail = {
      ...{ ...sampleDetail, state: "unconfirmed", launchedOn: null, history },
      submitted: { people: 2_400, mayConfirm: !isOwn },
    }
    const { container } = await showCampaigns({ search: { id }, campaign: { ready: waiting } })
    expect(textOf(container)).toContain(
      "Ada Park wants to launch it. With 2,400 people on its list, someone else must confirm it first.",
    )
    expect(buttons(container)).toEqual(allowed)
    expect(textOf(container).includes("You submitted it, so someone else must confirm it.")).toBe(isOwn)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("names the missing right", async () => {
    const { container } = await showCampaigns({ search: { id }, campaign: { ready: sampleDetail }, accessIds: [3] })
    expect(buttons(container)).toEqual(["Duplicate"])
    expect(textOf(container.querySelector(".menu-reasons"))).toContain(
      "You need the right to publish, launch, delete and export (Actions).",
    )
  })

  it("leads to the page where a draft is edited, and to a new one like it", async () => {
    const draft = { ...sampleDetail, state: "draft" as const }
    const { container } = await showCampaigns({ search: { id, tab: "history" }, campaign: { ready: draft } })
    const hrefOf = (name: string) =>
      [...container.querySelectorAll("a")].find((link) => textOf(link) === name)?.getAttribute("href")
    const like = sampleDetail.campaignHashedId
    expect([hrefOf("Edit"), hrefOf("Duplicate")]).toEqual([`?id=${like}&edit=`, `?new=&from=${like}`])
  })

  it("reschedules in a dialog, and says what is missing there", async () => {
    const events = [{ type: "reschedule.pressed", campaign: draftCampaign, zone: "America/New_York" }]
    const { formSent } = await showCampaigns({ search: { id }, campaign: { ready: sampleDetail }, events })
    const dialog = document.querySelector(".bp6-dialog")
    expect(textOf(dialog)).toContain("No one has been sent anything yet.")
    await press("Reschedule", dialog ?? document.body)
    expect(formSent).toEqual([{ type: "submit.pressed" }])
    expect(await accessibilityFaults()).toEqual([])
    const cleared = { type: "field.changed", field: "startOn", value: "" }
    await showCampaigns({
      search: { id },
      campaign: { ready: sampleDetail },
      events,
      answers: [cleared, { type: "submit.pressed" }],
    })
    expect(textOf(document.querySelector(".bp6-dialog .field-error"))).toBe("Enter a date and a time.")
  })

  it("schedules a draft with a start time", async () => {
    const { container } = await showCampaigns({
      search: { id },
      campaign: { ready: { ...sampleDetail, state: "draft", startAt: "2026-12-01T15:00:00Z" } },
    })
    expect(buttons(container)).toEqual(["Edit", "Schedule", "Delete", "Duplicate"])
  })

  it("launches a large campaign only when its number was typed", async () => {
    const events = [{ type: "launch.pressed", campaign: draftCampaign }]
    const counted = {
      type: "xstate.done.actor.count",
      output: { people: sampleCheck.eligible, details: sampleCheck },
      actorId: "count",
    }
    const { answered } = await showCampaigns({ events, answers: [counted] })
    const dialog = document.querySelector(".confirm-dialog")
    expect(textOf(dialog)).toContain("1,235 people.By language: 1,035 in English and 200 in Spanish.65 people are")
    expect(dialog?.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    const typed = await showCampaigns({ events, answers: [counted, { type: "typed.changed", typed: "1235" }] })
    await press("Launch", document.querySelector(".confirm-dialog") ?? document.body)
    expect(answered).toEqual([])
    expect(typed.answered).toEqual([{ type: "confirm.pressed" }])
  })

  it("counts before it asks, and says who would get a launch, or that there is no one", async () => {
    const events = [{ type: "launch.pressed", campaign: draftCampaign }]
    await showCampaigns({ events })
    expect(textOf(document.querySelector(".confirm-dialog"))).toContain("Counting who would get it now…")
    const noOne = { people: 0, details: { ...sampleCheck, eligible: 0 } }
    await showCampaigns({ events, answers: [{ type: "xstate.done.actor.count", output: noOne, actorId: "count" }] })
    const dialog = document.querySelector(".confirm-dialog")
    expect(textOf(dialog?.querySelector(".notice") ?? null)).toContain(words["campaign.create.nobody"])
    expect(dialog?.querySelector<HTMLButtonElement>("button[type=submit]")?.ariaDisabled).toBe("true")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("lists recipients by state with the reason, the release time and what holds them, in an order of their own", async () => {
    const { container, changed } = await showCampaigns({
      search: { id, tab: "recipients", sort: "name", recipientSort: "-updated" },
      campaign: { ready: sampleDetail },
      recipients: { ready: sampleRecipients, next: "more" },
    })
    const rows = [...container.querySelectorAll(".thing tbody tr")].map(textOf)
    expect(rows[1]).toContain("The phone was switched off or out of reach (code 30003)")
    expect(rows[2]).toMatch(/The number is a landline.*ask for a mobile number/)
    expect(rows[3]).toContain("until Nov 21, 2026, 8:00 AM Pacific Time")
    expect(rows[3]).toMatch(/texting hours are from 8:00 AM to 6:00 PM.*A Super Admin can widen/)
    expect(textOf(container.querySelector(".thing th[aria-sort=descending]"))).toBe("Since")
    await press("State and reason")
    expect(changed).toEqual([{ recipientSort: "state" }])
    expect(textOf(container.querySelector("search .column-choice"))).toContain("Reply")
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    ["replied", "YES, please"],
    ["failed", "Call the patient, or put them on the list of a later campaign."],
    ["leftOut", "Call the patient, or ask for a mobile number and upload the list again with it."],
  ] as const)("lists by themselves the people who %s", async (tab, text) => {
    const { container } = await showCampaigns({
      search: { id, tab },
      campaign: { ready: sampleDetail },
      recipients: { ready: sampleRecipients },
    })
    expect(textOf(container.querySelector(".thing tbody"))).toContain(text)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leads from each number to exactly its people", async () => {
    const { container } = await showCampaigns({
      search: { id, reason: "30003", held: "x" },
      campaign: { ready: sampleDetail },
    })
    const links = [...container.querySelectorAll<HTMLAnchorElement>(".thing-columns a, .funnel a")]
    const led = links.map((link) => `${textOf(link)} ${decodeURIComponent(new URL(link.href).search)}`)
    expect(led).toContain(`905 ?id=${id}&tab=recipients&recipientState=sent`)
    expect(led).toContain(`19 ?id=${id}&reason=30003&tab=failed`)
    expect(led).toContain(`25 ?id=${id}&reason=landline&tab=leftOut`)
    expect(led).toContain(`60 ?id=${id}&held=2026-11-21T16:00:00Z+America/Los_Angeles&tab=recipients`)
  })

  it("shows who booked by the link of the text: how many, when, and a choice of them or the others", async () => {
    const campaign = { ready: { ...sampleDetail, booked: 12 } }
    const { container } = await showCampaigns({ search: { id }, campaign })
    const step = [...container.querySelectorAll<HTMLAnchorElement>(".funnel a")].find(({ search }) =>
      search.includes("booked="),
    )
    expect([textOf(step ?? null), new URL(step?.href ?? "").search]).toEqual([
      "12",
      `?id=${id}&tab=recipients&booked=yes`,
    ])
    const booked = { startsAt: "2026-11-27T15:30:00Z", zone: "America/New_York" }
    const people = await showCampaigns({
      search: { id, tab: "recipients", booked: "yes" },
      campaign,
      recipients: { ready: sampleRecipients.map((one, index) => (index === 0 ? { ...one, booked } : one)) },
    })
    expect(textOf(people.container.querySelector(".thing tbody"))).toMatch(/Booked .*Nov 27.*10:30/)
    expect(textOf(people.container.querySelector("search"))).toContain("Booking")
    expect(await accessibilityFaults()).toEqual([])
    const plain = await showCampaigns({ search: { id, tab: "recipients" }, campaign: { ready: sampleDetail } })
    expect(textOf(plain.container.querySelector("search"))).not.toContain("Booking")
  })

  it("looks for people by what is typed, and offers the file of those who are shown", async () => {
    const ids = [accessIds.Campaign, accessIds.Report, accessIds.Actions]
    const tools = {
      accessIds: ids,
      campaign: { ready: sampleDetail },
      recipients: { ready: sampleRecipients },
    } as const
    const { container, sent } = await showCampaigns({ search: { id, tab: "leftOut", reason: "landline" }, ...tools })
    expect(textOf(container.querySelector(".filters-end"))).toContain("Export these 25")
    await press("CSV")
    expect(sent).toEqual([{ type: "export.pressed", fileType: "csv" }])
    const searched = { type: "search.changed", search: "Maria" }
    const found = await showCampaigns({ search: { id, tab: "recipients" }, events: [searched], ...tools })
    expect(found.container.querySelector<HTMLInputElement>("[type=search]")?.value).toBe("Maria")
    expect(textOf(found.container.querySelector(".filters-end"))).toContain("Export those found")
    const without = await showCampaigns({
      search: { id, tab: "recipients" },
      ...tools,
      accessIds: [accessIds.Campaign],
    })
    expect(textOf(without.container.querySelector(".filters-end"))).not.toContain("Export")
  })

  it("texts those again whom a text may reach, and says who is left out", async () => {
    const failures = [...sampleDetail.failures, { code: "21614", count: 4 }]
    const shown = { search: { id }, campaign: { ready: { ...sampleDetail, failures } } }
    const { sent } = await showCampaigns(shown)
    await press("Text the failed again")
    expect(sent).toMatchObject([{ type: "textAgain.pressed", recipients: { people: 31, lasting: 4 } }])
    await showCampaigns({ ...shown, events: sent })
    const asked = textOf(document.querySelector(".bp6-dialog"))
    expect(asked).toContain("A list of the 31 people is made, and a new campaign like this one opens with it.")
    expect(asked).toContain("4 people are left out, because no text reaches their number.")
    const booked = await showCampaigns({ search: { id }, campaign: { ready: { ...sampleDetail, booked: 2 } } })
    await press("Text those who have not booked", booked.container)
    expect(booked.sent).toMatchObject([{ type: "textAgain.pressed", recipients: "notBooked" }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("does not offer to text those again whom no text reaches, nor to someone who may make no campaign", async () => {
    const search = { id }
    const failures = [{ code: "21614", count: 4 }]
    const lasting = await showCampaigns({ search, campaign: { ready: { ...sampleDetail, failures } } })
    expect(textOf(lasting.container)).not.toContain("Text the failed again")
    const other = await showCampaigns({
      search,
      campaign: { ready: sampleDetail },
      accessIds: [accessIds.MultiCampaign],
    })
    expect(textOf(other.container)).not.toContain("Text the failed again")
  })

  it("says of a cancelled campaign how many were never texted", async () => {
    const { container } = await showCampaigns({
      search: { id },
      campaign: {
        ready: {
          ...sampleDetail,
          state: "cancelled",
          endedOn: "2026-11-20T16:00:00Z",
          counts: { delivered: 400, cancelled: 850, queued: 6 },
          history: [
            ...sampleDetail.history,
            { type: "CampaignCancelled", at: "2026-11-20T16:00:00Z", actor: "Ada Park" },
          ],
        },
      },
    })
    expect(textOf(container.querySelector(".thing-facts"))).toMatch(
      /Cancelled .* by Ada Park: 856 people were never texted\.$/,
    )
  })

  it("says why there are no recipients, before the launch and in a state without people", async () => {
    const { container } = await showCampaigns({
      search: { id, tab: "recipients" },
      campaign: { ready: { ...sampleDetail, launchedOn: null } },
      recipients: { ready: [] },
    })
    expect(textOf(container.querySelector(".empty-state"))).toContain(
      "The people of the list appear here when the campaign is launched.",
    )
    const filtered = await showCampaigns({
      search: { id, tab: "recipients", recipientState: "failed" },
      campaign: { ready: sampleDetail },
      recipients: { ready: [] },
    })
    expect(textOf(filtered.container.querySelector(".empty-state"))).toContain("No one is in this state")
  })

  it("shows the history, newest first, an unknown fact by its name", async () => {
    const { container } = await showCampaigns({ search: { id, tab: "history" }, campaign: { ready: sampleDetail } })
    expect([...container.querySelectorAll(".history strong")].map(textOf)).toEqual([
      "CampaignMoved",
      "Launched",
      "Created",
    ])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("teaches when there is no campaign, and shows what could not be loaded in place", async () => {
    const { container, went } = await showCampaigns({ campaigns: { ready: [] } })
    await press("New campaign", container.querySelector(".empty-state") ?? container)
    expect(went).toEqual([{ new: "", ...noCampaign }])
    expect(await accessibilityFaults()).toEqual([])
    const failed = await showCampaigns({
      campaigns: { failed: unreachable() },
      search: { id },
      campaign: { failed: unreachable() },
    })
    expect(failed.container.querySelectorAll(".notice-danger")).toHaveLength(1)
    expect(textOf(failed.container.querySelector("h1"))).toBe("Could not load")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("leads back to the list with its filters, says what it is about, and stands alone", async () => {
    const { container } = await showCampaigns({
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
    const { container } = await showCampaigns({ search: { id }, campaign: { failed: notFound() } })
    expect(textOf(container.querySelector("h1"))).toBe("Not found")
    expect(container.querySelector(".breadcrumb a")).not.toBeNull()
  })
})
