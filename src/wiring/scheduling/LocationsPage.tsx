import "#views/scheduling/locations.css"
import {
  disableLocation,
  downloadCalendar,
  enableLocation,
  readLocation,
  readLocationGroups,
  readLocations,
  readZipPosition,
  shareCalendar,
  withdrawCalendar,
} from "#effects/Locations.ts"
import { locationsMachine, type LocationDeed } from "#machines/scheduling/locations.machine.ts"
import { addDays } from "#schemas/calendar.ts"
import { feedDays } from "#schemas/scheduling/calendarFeed.ts"
import type { Location, LocationGroupCount, LocationSummary, ZipPosition } from "#schemas/scheduling/location.ts"
import { LocationsView } from "#views/scheduling/LocationsView.tsx"
import { command } from "../command.ts"
import { usePerson } from "../person.ts"
import { productMinute } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { LocationMap } from "./LazyLocationMap.tsx"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ location }: Location): string => location.name

/** The calendar file holds the same days as the feed does from today on. */
const comingDays = ({ hashedId, location }: Location) => {
  const startDate = new Intl.DateTimeFormat("sv", { timeZone: location.timezone, dateStyle: "short" }).format(
    productMinute.read(),
  )
  return { locationHashedId: hashedId, startDate, endDate: addDays(startDate, feedDays.ahead) }
}

const logic = ({ operation, reading, listReading }: Tools) =>
  locationsMachine.provide({
    actors: {
      locations: listReading(readLocations),
      groups: reading(readLocationGroups),
      origin: reading(readZipPosition),
      location: reading(readLocation),
      command: command<LocationDeed>({
        disable: operation(disableLocation, { success: "location.disabled", failure: "location.notSaved" }, nameOf),
        enable: operation(enableLocation, { success: "location.enabled", failure: "location.notSaved" }, nameOf),
        shareNumbers: operation(shareCalendar("number"), { failure: "location.notSaved" }, nameOf),
        shareNames: operation(shareCalendar("name"), { failure: "location.notSaved" }, nameOf),
        withdraw: operation(
          withdrawCalendar,
          { success: "location.calendar.withdrawn", failure: "location.notSaved" },
          nameOf,
        ),
        download: operation(
          (location: Location) => downloadCalendar(comingDays(location)),
          { success: "location.calendar.saved", failure: "location.calendar.notSaved" },
          nameOf,
        ),
      }),
    },
  })

/** `/location`: the locations, or one of them. */
export const LocationsPage = () => {
  const page = usePage(logic)
  const location = useReading<Location>(page.actor, "location")
  useThingTitle(location.snapshot.context.data?.location.name)
  return (
    <LocationsView
      page={page}
      url={page.url}
      person={usePerson()}
      locations={useReading<ReadonlyArray<LocationSummary>>(page.actor, "locations")}
      groups={useReading<ReadonlyArray<LocationGroupCount>>(page.actor, "groups")}
      origin={useReading<ZipPosition>(page.actor, "origin")}
      location={location}
      command={useCommand(page.actor)}
      map={<LocationMap pointed={page.snapshot.context.pointed} />}
    />
  )
}
