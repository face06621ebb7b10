import { usualPreferences } from "#schemas/preferences.ts"
import "#views/administration/activity.css"
import { describe, expect, it } from "vitest"
import {
  companiesMachine,
  type CompaniesEvent,
  type CompaniesSnapshot,
} from "#machines/administration/companies.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import type { Company, CompanySummary } from "#schemas/administration/company.ts"
import type { CompanyUse } from "#schemas/administration/companyUse.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { CompaniesView } from "#views/administration/CompaniesView.tsx"
import { companiesWalk, companyReadAgain, seenCompany } from "#tests/machines/administration/companies.walk.ts"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { sampleActivity } from "#tests/support/activitySamples.ts"
import { sampleCompanies, sampleCompany, sampleCompanyUse, suspendedCompany } from "#tests/support/companySamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"

const superAdmin: SignedInPerson = {
  userId: UserId.make(1),
  userType: 1,
  userName: "super@adminview.test",
  displayName: "Sam Super",
  companyId: CompanyId.make(1),
  companyName: "Admin View",
  companyZone: "America/New_York",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [13],
}
const { places } = pathsOf(companiesMachine, companiesWalk)
const at = (search: Readonly<Record<string, string>>) =>
  after(companiesMachine, [], { search }) as unknown as CompaniesSnapshot

type Shown = {
  readonly snapshot?: CompaniesSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly companies?: Parameters<typeof seenReading<ReadonlyArray<CompanySummary>>>[0]
  readonly company?: Parameters<typeof seenReading<Company>>[0]
  readonly person?: SignedInPerson
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<CompaniesEvent>()
  const snapshot = shown.snapshot ?? at(shown.search ?? {})
  const rendered = await render(
    <CompaniesView
      card={null}
      page={{ snapshot, send }}
      url={address.url}
      person={shown.person ?? superAdmin}
      companies={seenReading<ReadonlyArray<CompanySummary>>(shown.companies ?? { ready: sampleCompanies })}
      company={seenReading<Company>(shown.company ?? "idle")}
      history={seenReading<ReadonlyArray<ActivityEntry>>({ ready: sampleActivity })}
      use={seenReading<CompanyUse>({ ready: sampleCompanyUse })}
      command={seenCommand(snapshot)}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent }
}
const chosen = { id: sampleCompany.hashedId }

describe("the companies page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, { snapshot }) => {
      await show({
        snapshot: snapshot as unknown as CompaniesSnapshot,
        search: (snapshot as unknown as CompaniesSnapshot).context.search,
        company: { ready: sampleCompany },
      })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists the companies, each with where its contract stands", async () => {
    const { container } = await show()
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual([
      "Harbor DentalHARBORActiveJul 9, 20274",
      "Lapsed CareHARBORExpiredJul 9, 20274",
      "Future CareHARBORNot startedJul 9, 20274",
      "Quiet CareHARBORSuspendedNo end4",
    ])
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says why the list is empty, and clears what was searched, in the %s", async (_, dark) => {
    const { container, changed } = await show({
      companies: { ready: [] },
      search: { search: "x", state: "expired" },
      dark,
    })
    expect(textOf(container)).toContain("No company matches")
    await press("Show all companies")
    expect(changed).toEqual([{ search: null, state: null }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that it could not load, with Retry", async () => {
    const { container } = await show({ companies: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
  })

  it("offers what a company's state allows, and says why not for the rest", async () => {
    const busy = { ...sampleCompany, openCampaigns: 2 }
    const { container, sent } = await show({ search: chosen, company: { ready: busy } })
    expect(textOf(container)).toContain("2 campaigns are scheduled, running or paused. Cancel them first.")
    await press("Suspend")
    await press("Work for this company")
    expect(sent.map(({ type }) => type)).toEqual(["suspend.pressed", "work.pressed"])
  })

  it("says which number cannot send, since when and why", async () => {
    const trouble = { senderId: 6, words: "The carrier could not be reached", since: "2026-11-24T15:00:00.000Z" }
    const ready = { ...sampleCompany, troubles: [{ ...trouble, standIn: null }] }
    const { container } = await show({ search: { ...chosen, tab: "senders" }, company: { ready } })
    expect(textOf(container)).toMatch(
      /\(351\) 555-0102 has not been able to call since .*\. The carrier could not be reached\./u,
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([
    [[], "United States (own country)"],
    [["CA", "MX"], "Canada, Mexico"],
  ] as const)("names the countries that a company texts: %j", async (textCountries, said) => {
    const ready = { ...sampleCompany, company: { ...sampleCompany.company, textCountries } }
    const { container } = await show({ search: chosen, company: { ready } })
    const name = [...container.querySelectorAll("dt")].find((one) => textOf(one) === "Countries to text")
    expect(textOf(name?.nextElementSibling ?? null)).toBe(said)
  })

  it("reinstates what is suspended", async () => {
    const { sent } = await show({ search: chosen, company: { ready: suspendedCompany } })
    await press("Reinstate")
    expect(sent).toEqual([{ type: "reinstate.pressed", company: suspendedCompany }])
  })

  it("says who changed the company, and what", async () => {
    const { container } = await show({
      search: { ...chosen, tab: "history", entry: "12" },
      company: { ready: sampleCompany },
    })
    expect(textOf(container.querySelector(".thing"))).toContain("Time zoneAmerica/New_YorkAmerica/Chicago")
    expect(await accessibilityFaults()).toEqual([])
  })

  it("offers neither for one's own company, nor to work for the company one works for already", async () => {
    const own = { ...sampleCompany, companyId: superAdmin.companyId }
    const { container } = await show({ search: chosen, company: { ready: own } })
    expect(textOf(container)).toContain("This is your own company.")
    expect(textOf(container)).toContain("You work for this company already.")
  })

  it("takes no press on what the person changed until it is read again", async () => {
    const changed = after(
      companiesMachine,
      [
        { type: "address.delete.pressed", company: sampleCompany, address: sampleCompany.company.addresses[1] },
        commandEnded({
          verb: "address.delete",
          subject: sampleCompany,
          outcome: "done",
          seen: seenCompany(sampleCompany),
        }),
      ],
      companiesWalk.input,
    ) as unknown as CompaniesSnapshot
    const waiting = await show({ snapshot: changed, search: chosen, company: { ready: sampleCompany } })
    await press("Suspend")
    expect(waiting.sent).toEqual([])
    const { sent } = await show({ snapshot: changed, search: chosen, company: { ready: companyReadAgain } })
    await press("Suspend")
    expect(sent).toEqual([{ type: "suspend.pressed", company: companyReadAgain }])
  })

  it("says who is affected by a suspension", async () => {
    const asked = after(
      companiesMachine,
      [{ type: "suspend.pressed", company: { ...sampleCompany, openCampaigns: 3 } }],
      companiesWalk.input,
    ) as unknown as CompaniesSnapshot
    await show({ snapshot: asked, search: chosen, company: { ready: sampleCompany } })
    expect(textOf(document.querySelector('[role="dialog"]'))).toContain(
      "All 4 people of “Harbor Dental” are locked out at once. Those of its 3 open campaigns that run pause.",
    )
  })

  it.each([
    [undefined, ["About this company", "Pronunciation in calls1", "Addresses2"]],
    ["contract", ["Contract228 days left", "Features"]],
    ["senders", ["Numbers to send from"]],
    ["holidays", ["Holidays"]],
    // What is no part of it shows the first.
    ["constructor", ["About this company", "Pronunciation in calls1", "Addresses2"]],
  ] as const)("keeps each part of a company under its tab: %s", async (tab, headings) => {
    const search = { ...chosen, ...(tab === undefined ? {} : { tab }) }
    const { container } = await show({ search, company: { ready: sampleCompany } })
    const heads = [...container.querySelectorAll(".section-head")].map(textOf)
    expect(heads).toHaveLength(headings.length)
    for (const [place, heading] of headings.entries()) expect(heads[place]).toContain(heading)
    expect(await accessibilityFaults()).toEqual([])
  })

  it("shows how far the contract is, and what its end will stop", async () => {
    const { container } = await show({ search: { ...chosen, tab: "contract" }, company: { ready: sampleCompany } })
    const contract = textOf(container.querySelector(".thing .section"))
    expect(contract).toContain("228 days left")
    expect(contract).toContain("24,610")
    expect(contract).toContain("4 people can no longer sign in")
    expect(contract).toContain("Summer recall, Jul 12, 2027")
    expect(contract).toContain("and 6 more")
    expect(container.querySelector('a[href^="/campaign"]')).toBeNull()
    const works = { ...superAdmin, companyId: sampleCompany.companyId, accessIds: [3, 13] }
    const own = await show({ search: { ...chosen, tab: "contract" }, company: { ready: sampleCompany }, person: works })
    expect(textOf(own.container.querySelector('a[href^="/campaign?id="]'))).toBe("Summer recall")
  })

  it("shows a week of texting hours by state, the narrower before what is allowed, holidays by name", async () => {
    const { container } = await show({
      search: { ...chosen, tab: "hours", week: "4" },
      company: { ready: sampleCompany },
    })
    const rows = [...container.querySelectorAll(".hours-table tbody tr")]
    expect(rows).toHaveLength(8)
    expect(textOf(rows[0] ?? null)).toBe("New York20,0008:00 AM to 9:00 PM")
    const strips = [...(rows[2]?.querySelectorAll("[role=img]") ?? [])].map((strip) => strip.getAttribute("aria-label"))
    expect(strips[0]).toBe("10:00 AM to 6:00 PM")
    expect(strips[4]).toBe("Christmas Day: no texts")
    expect(textOf(container)).toContain("For 12 people whose state is not known, the company’s hours hold.")
    expect(textOf(container.querySelector(`a[href="?id=${sampleCompany.hashedId}&tab=hours&week=4&states=all"]`))).toBe(
      "2 more states",
    )
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says why the last address stays, instead of a button that does nothing", async () => {
    const [address] = sampleCompany.company.addresses
    const one = {
      ...sampleCompany,
      company: { ...sampleCompany.company, addresses: address === undefined ? [] : [address] },
    }
    const { container } = await show({ search: chosen, company: { ready: one } })
    expect(container.querySelector(".addresses button")).toBeNull()
    expect(textOf(container.querySelector(".addresses"))).toContain("A company needs at least one address.")
  })
})
