import "#views/scheduling/locations.css"
import {
  disableLocation,
  enableLocation,
  readLocation,
  readLocationGroups,
  readLocations,
  readZipPosition,
} from "#effects/Locations.ts"
import { locationsMachine } from "#machines/scheduling/locations.machine.ts"
import type {
  Location,
  LocationAction,
  LocationGroupCount,
  LocationSummary,
  ZipPosition,
} from "#schemas/scheduling/location.ts"
import { LocationsView } from "#views/scheduling/LocationsView.tsx"
import { LocationMapComing } from "#views/scheduling/LocationMapComing.tsx"
import { chunk } from "../chunks.ts"
import { command } from "../command.ts"
import { lazily } from "../LazyPart.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

const nameOf = ({ location }: Location): string => location.name

const logic = ({ operation, reading, listReading }: Tools) =>
  locationsMachine.provide({
    actors: {
      locations: listReading(readLocations),
      groups: reading(readLocationGroups),
      origin: reading(readZipPosition),
      location: reading(readLocation),
      command: command<LocationAction>({
        disable: operation(disableLocation, { success: "location.disabled", failure: "location.notSaved" }, nameOf),
        enable: operation(enableLocation, { success: "location.enabled", failure: "location.notSaved" }, nameOf),
      }),
    },
  })

/** The map with its libraries loads when it is first shown; without it the list is what it was. */
const LocationMap = lazily(
  chunk(() => import("./LocationMapPart.tsx").then(({ LocationMapPart }) => LocationMapPart), { reloads: false }),
  LocationMapComing,
)

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
