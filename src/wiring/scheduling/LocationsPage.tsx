import { disableLocation, enableLocation, readLocation, readLocationGroups, readLocations } from "#effects/Locations.ts"
import { locationsMachine } from "#machines/scheduling/locations.machine.ts"
import type { Location, LocationAction, LocationGroupCount, LocationSummary } from "#schemas/scheduling/location.ts"
import { LocationsView } from "#views/scheduling/LocationsView.tsx"
import { command } from "../command.ts"
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
      location: reading(readLocation),
      command: command<LocationAction>({
        disable: operation(disableLocation, { success: "location.disabled", failure: "location.notSaved" }, nameOf),
        enable: operation(enableLocation, { success: "location.enabled", failure: "location.notSaved" }, nameOf),
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
      location={location}
      command={useCommand(page.actor)}
    />
  )
}
