import { describe, expect, it } from "vitest"
import {
  locationsMachine,
  type LocationsEvent,
  type LocationsSnapshot,
} from "#machines/scheduling/locations.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Location, LocationGroupCount, LocationSummary } from "#schemas/scheduling/location.ts"
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
      location={seenReading<Location>(shown.location === undefined ? "idle" : { ready: shown.location })}
      command={seenCommand(snapshot)}
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
    const { container } = await show()
    expect([...container.querySelectorAll("tbody tr")].map(textOf)).toEqual([
      "Downtown clinicActiveSan Francisco, CABay AreaPacific Time",
      "Mission clinicDisabledSan Francisco, CABay AreaPacific Time",
    ])
    expect([...container.querySelectorAll(".tab")].map(textOf)).toEqual(["All 2", "Active 1", "Disabled 1"])
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
    expect([...container.querySelectorAll(".thing-column:last-child dt")].map(textOf)).toEqual(["Moving rooms"])
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
