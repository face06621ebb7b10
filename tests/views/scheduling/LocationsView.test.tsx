import { usualPreferences } from "#schemas/preferences.ts"
import { act } from "react"
import { describe, expect, it } from "vitest"
import {
  locationsMachine,
  type LocationsEvent,
  type LocationsSnapshot,
} from "#machines/scheduling/locations.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Location, LocationGroupCount, LocationSummary, ZipPosition } from "#schemas/scheduling/location.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { LocationsView } from "#views/scheduling/LocationsView.tsx"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import {
  changedMeanwhile,
  locationReadAgain,
  locationsWalk,
  seenLocation,
} from "#tests/machines/scheduling/locations.walk.ts"
import { after, pathsOf, titleOf } from "#tests/paths/paths.ts"
import { disabledLocation, sampleGroups, sampleLocation, sampleLocations } from "#tests/support/locationSamples.ts"
import { pageUrl } from "#tests/support/pageUrl.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder, seenCommand, seenReading } from "#tests/support/seen.ts"
import { brokenPromises } from "#tests/support/viewPromises.ts"

const admin: SignedInPerson = {
  userId: UserId.make(2),
  userType: 2,
  userName: "admin@northwind.test",
  displayName: "Nora Admin",
  companyId: CompanyId.make(2),
  companyName: "Northwind Clinics",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [7, 17],
}
const { places } = pathsOf(locationsMachine, locationsWalk)
const at = (search: Readonly<Record<string, string>>) =>
  after(locationsMachine, [], { search }) as unknown as LocationsSnapshot

type Shown = {
  readonly snapshot?: LocationsSnapshot
  readonly search?: Readonly<Record<string, string>>
  readonly locations?: Parameters<typeof seenReading<ReadonlyArray<LocationSummary>>>[0]
  readonly origin?: ZipPosition
  readonly location?: Location
  readonly accessIds?: ReadonlyArray<number>
  readonly dark?: boolean
}
const show = async (shown: Shown = {}) => {
  const address = pageUrl(shown.search ?? {})
  const { sent, send } = recorder<LocationsEvent>()
  const snapshot = shown.snapshot ?? at(shown.search ?? {})
  const rendered = await render(
    <LocationsView
      page={{ snapshot, send }}
      url={address.url}
      person={{ ...admin, accessIds: shown.accessIds ?? admin.accessIds }}
      locations={seenReading<ReadonlyArray<LocationSummary>>(
        shown.locations ?? { ready: sampleLocations, counts: { active: 1, disabled: 1 } },
      )}
      groups={seenReading<ReadonlyArray<LocationGroupCount>>({ ready: sampleGroups })}
      origin={seenReading<ZipPosition>(shown.origin === undefined ? "idle" : { ready: shown.origin })}
      location={seenReading<Location>(shown.location === undefined ? "idle" : { ready: shown.location })}
      command={seenCommand(snapshot)}
      map={<aside aria-label="Map" />}
    />,
    { dark: shown.dark ?? false },
  )
  return { ...rendered, ...address, sent }
}
const search = { id: sampleLocation.hashedId }
const valueOf = (container: Element, name: string): string =>
  textOf([...container.querySelectorAll("dt")].find((one) => textOf(one) === name)?.nextElementSibling ?? null)

describe("the locations page", () => {
  it.each(places.map((place) => [titleOf(place), place] as const))(
    "keeps its promise and is accessible in %s",
    async (_, place) => {
      const snapshot = place.snapshot as unknown as LocationsSnapshot
      await show({ snapshot, search: snapshot.context.search, location: sampleLocation })
      expect(brokenPromises(snapshot)).toEqual([])
      expect(await accessibilityFaults()).toEqual([])
    },
  )

  it("lists the locations with where they are, and counts those of each state", async () => {
    const { container } = await show({ search: { view: "list" } })
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual([
      "Downtown clinicActiveSan Francisco, CABay AreaPacific Time",
      "Mission clinicDisabledSan Francisco, CABay AreaPacific Time",
    ])
    expect([...container.querySelectorAll(".tab")].map(textOf)).toEqual(["All 2", "Active 1", "Disabled 1"])
  })

  it("tells the miles from a ZIP code in a straight line, nearest first, and keeps its order where no place is known", async () => {
    const near = { near: "94612" }
    const [one, other] = sampleLocations
    const known = await show({
      search: { ...near, view: "list" },
      origin: { zip: "94612", position: { latitude: 37.81, longitude: -122.27 }, timezone: null },
      locations: { ready: [{ ...one!, miles: 8.2 }, other!] },
    })
    const heads = [...known.container.querySelectorAll("th")]
    expect(heads.map(textOf).slice(2, 4)).toEqual(["City", "Miles, straight line"])
    expect(heads[3]?.getAttribute("aria-sort")).toBe("ascending")
    expect([...known.container.querySelectorAll("tbody td:nth-child(4)")].map(textOf)).toEqual(["8.2", ""])
    const unknown = await show({ search: { near: "00000" }, origin: { zip: "00000", position: null, timezone: null } })
    expect(textOf(unknown.container.querySelector('[role="alert"]'))).toBe(
      "No place is known for ZIP code 00000, so the order is as before. Check the digits.",
    )
    expect([...unknown.container.querySelectorAll("th")].map(textOf)).toEqual(["Name", "Status", "City"])
    expect(await accessibilityFaults()).toEqual([])
    const letters = await show({ search: { near: "94a" } })
    expect(textOf(letters.container.querySelector('[role="alert"]'))).toBe("A ZIP code has five digits.")
    await press("Remove the filter Distance from ZIP")
    expect(letters.changed).toEqual([{ near: null, sort: null }])
  })

  it("stands beside the map, or alone, or makes place for it, and says which row is pointed at", async () => {
    const beside = await show()
    expect(textOf(beside.container.querySelector("tbody tr"))).toBe("Downtown clinicActiveSan Francisco, CA")
    expect(beside.container.querySelectorAll("aside")).toHaveLength(1)
    const [row] = beside.container.querySelectorAll<HTMLElement>(".row-link")
    act(() => row?.focus())
    expect(beside.sent).toEqual([{ type: "row.pointed", hashedId: sampleLocation.hashedId }])
    await press("List")
    expect(beside.changed).toEqual([{ view: "list" }])
    const alone = await show({ search: { view: "list" } })
    expect(alone.container.querySelectorAll("aside")).toHaveLength(0)
    const away = await show({ search: { view: "map" } })
    expect(away.container.querySelectorAll("table")).toHaveLength(0)
    await press("Both")
    expect(away.changed).toEqual([{ view: null }])
  })

  it.each([
    ["light", false],
    ["dark", true],
  ] as const)("says why the list is empty, and clears what narrowed it, in the %s", async (_, dark) => {
    const { container, changed } = await show({ locations: { ready: [] }, search: { group: "Coast" }, dark })
    expect(textOf(container)).toContain("No location matches")
    await press("Show all locations")
    expect(changed).toEqual([{ search: null, state: null, group: null }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it("says that it could not load, and that it can be tried at once", async () => {
    const { container } = await show({ locations: { failed: unreachable() } })
    expect(textOf(container)).toContain("Could not load")
    expect([...container.querySelectorAll("button")].map(textOf)).toContain("Try now")
  })

  it("shows the hours of each day, and when it is closed besides", async () => {
    const { container } = await show({ search, location: sampleLocation })
    expect(valueOf(container, "Monday")).toBe("8:00 AM – 12:00 PM, 1:00 PM – 5:00 PM")
    expect(valueOf(container, "Sunday")).toBe("Closed")
    expect([...container.querySelectorAll(".thing-column:last-child dt")].map(textOf)).toEqual([
      ...["Christmas Day (holiday of the company)", "Moving rooms"],
    ])
    expect(valueOf(container, "Moving rooms")).toContain("Jan 11")
    expect(valueOf(container, "Moving rooms")).toContain("Jan 13")
    expect(valueOf(container, "Address")).toBe("200 Market StreetSan Francisco, CA 94105, United States")
  })

  it("disables what is active, enables what is disabled, and says which right that needs", async () => {
    const active = await show({ search, location: sampleLocation })
    await press("Disable")
    expect(active.sent).toEqual([{ type: "disable.pressed", location: sampleLocation }])
    const disabled = await show({ search, location: disabledLocation })
    await press("Enable")
    expect(disabled.sent).toEqual([{ type: "enable.pressed", location: disabledLocation }])
    const without = await show({ search, location: sampleLocation, accessIds: [7] })
    expect(textOf(without.container)).toContain("(Actions). Please ask your site administrator.")
    await expect(press("Disable")).rejects.toThrow("0 buttons or links")
  })

  it("takes no press on what the person changed until it is read again", async () => {
    const changed = after(
      locationsMachine,
      [
        { type: "disable.pressed", location: sampleLocation },
        commandEnded({ verb: "disable", subject: sampleLocation, outcome: "done", seen: seenLocation(sampleLocation) }),
      ],
      locationsWalk.input,
    ) as unknown as LocationsSnapshot
    const waiting = await show({ snapshot: changed, search, location: sampleLocation })
    await press("Disable")
    expect(waiting.sent).toEqual([])
    const { sent } = await show({ snapshot: changed, search, location: locationReadAgain })
    await press("Disable")
    expect(sent).toEqual([{ type: "disable.pressed", location: locationReadAgain }])
  })

  it("says on its page why something was refused", async () => {
    const refused = after(
      locationsMachine,
      [
        { type: "disable.pressed", location: sampleLocation },
        commandEnded({
          verb: "disable",
          subject: sampleLocation,
          outcome: "refused",
          problem: changedMeanwhile,
          seen: seenLocation(sampleLocation),
        }),
      ],
      locationsWalk.input,
    ) as unknown as LocationsSnapshot
    const { container } = await show({ snapshot: refused, search, location: locationReadAgain })
    expect(textOf(container)).toContain("Someone changed this first. Look again and retry.")
  })

  it("says what disabling does before it does it", async () => {
    const asked = after(
      locationsMachine,
      [{ type: "disable.pressed", location: sampleLocation }],
      locationsWalk.input,
    ) as unknown as LocationsSnapshot
    await show({ snapshot: asked, search, location: sampleLocation })
    expect(textOf(document.querySelector('[role="dialog"]'))).toContain(
      "Nothing new is offered at Downtown clinic until you enable it again. What is booked there stays.",
    )
  })
})
