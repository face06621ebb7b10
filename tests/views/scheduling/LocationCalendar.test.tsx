import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "vitest"
import {
  locationsMachine,
  type LocationsEvent,
  type LocationsSnapshot,
} from "#machines/scheduling/locations.machine.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import type { Location } from "#schemas/scheduling/location.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { LocationCalendar } from "#views/scheduling/LocationCalendar.tsx"
import { commandEnded } from "#tests/machines/session/command.walk.ts"
import { seenLocation } from "#tests/machines/scheduling/locations.walk.ts"
import { after } from "#tests/paths/paths.ts"
import { sampleLocation } from "#tests/support/locationSamples.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

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
const address = "https://app.example/calendar/x.ics"
const shared: Location = {
  ...sampleLocation,
  version: sampleLocation.version + 1,
  calendarFeed: { naming: "name", madeOn: "2026-11-18T15:00:00.000Z" },
}
const at = (events: Parameters<typeof after>[1]) =>
  after(locationsMachine, events, { search: { id: sampleLocation.hashedId } }) as unknown as LocationsSnapshot
const made = at([
  { type: "shareNames.pressed", location: sampleLocation },
  commandEnded({
    ...{ verb: "shareNames", subject: sampleLocation, outcome: "done", answer: address },
    seen: seenLocation(sampleLocation),
  }),
])

const show = async (shown: Location, { snapshot = at([]), accessIds = admin.accessIds, dark = false } = {}) => {
  const { sent, send } = recorder<LocationsEvent>()
  const person = { ...admin, accessIds }
  const rendered = await render(
    <LocationCalendar page={{ snapshot, send }} person={person} command={undefined} shown={shown} />,
    { dark },
  )
  const buttons = () => [...rendered.container.querySelectorAll(".location-deeds button")].map(textOf)
  return { ...rendered, sent, buttons }
}

describe("a location’s calendar", () => {
  it("offers a file and an address, and no end of what is not there", async () => {
    const { buttons, sent } = await show(sampleLocation)
    expect(buttons()).toEqual(["Calendar file, next 8 weeks", "New address with patient ids", "New address with names"])
    await press("New address with names")
    expect(sent).toEqual([{ type: "shareNames.pressed", location: sampleLocation }])
    expect(await accessibilityFaults()).toEqual([])
  })

  it.each([false, true])(
    "shows an address once, as it is made, and says what it gives away (dark: %s)",
    async (dark) => {
      const { container, buttons } = await show(shared, { snapshot: made, dark })
      expect(textOf(container.querySelector("code"))).toBe(address)
      expect(textOf(container)).toContain("It says patients’ names.")
      expect(buttons()).toContain("Withdraw address")
      expect(await accessibilityFaults()).toEqual([])
      expect((await show(shared)).container.querySelector("code")).toBeNull()
    },
  )

  it("shows no address under another location", async () => {
    const { container } = await show(
      { ...shared, hashedId: "o".repeat(20) as Location["hashedId"] },
      { snapshot: made },
    )
    expect(container.querySelector("code")).toBeNull()
  })

  it("leaves who may not open anything with what closes it", async () => {
    const { buttons } = await show(shared, { accessIds: [7] })
    expect(buttons()).toEqual(["Calendar file, next 8 weeks", "Withdraw address"])
  })
})
