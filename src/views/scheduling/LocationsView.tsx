import type { LocationsEvent, LocationsSnapshot } from "#machines/scheduling/locations.machine.ts"
import { missingRight } from "#schemas/access.ts"
import {
  locationList,
  type Location,
  type LocationGroupCount,
  type LocationSummary,
} from "#schemas/scheduling/location.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { Column } from "#views/parts/Column.ts"
import { Confirmation, type SeenCommand } from "#views/parts/Confirmation.tsx"
import { DataTable } from "#views/parts/DataTable.tsx"
import { EmptyList } from "#views/parts/EmptyState.tsx"
import { ChoiceFilter, SearchFilter } from "#views/parts/Filter.tsx"
import { ListTools } from "#views/parts/ListTools.tsx"
import { Page } from "#views/parts/Page.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"
import { StateTabs, totalOf } from "#views/parts/StateTabs.tsx"
import { orderIn } from "#views/parts/TableHead.tsx"
import { useZoneName } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { LocationStateTag } from "./LocationStateTag.tsx"
import { LocationView } from "./LocationView.tsx"

type Props = {
  readonly page: Seen<LocationsSnapshot, LocationsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly locations: SeenReading<ReadonlyArray<LocationSummary>>
  readonly groups: SeenReading<ReadonlyArray<LocationGroupCount>>
  readonly location: SeenReading<Location>
  readonly command: SeenCommand | undefined
}

const useColumns = (): ReadonlyArray<Column<LocationSummary>> => {
  const words = useWords()
  const zoneName = useZoneName()
  return [
    { id: "name", header: words("locations.name"), cell: ({ name }) => name },
    { id: "state", header: words("locations.state"), cell: ({ status }) => <LocationStateTag state={status} /> },
    {
      id: "city",
      header: words("locations.city"),
      cell: ({ city, state }) => [city, state].filter(Boolean).join(", "),
      narrow: "aside",
    },
    { id: "group", header: words("locations.group"), cell: ({ group }) => group, hideBelow: 600 },
    {
      id: "zone",
      header: words("locations.zone"),
      cell: ({ timezone }) => zoneName(timezone),
      hideBelow: 900,
    },
  ]
}

const LocationList = ({ url, person, locations, groups }: Props) => {
  const words = useWords()
  const columns = useColumns()
  const reason = missingRight(person, "Location.SaveLocation")
  const open = () => url.go({ new: "", id: null })
  return (
    <Page
      title={words("locations.title")}
      primary={{ label: words("locations.new"), onPress: open, disabledReason: reason }}
      views={
        <StateTabs
          url={url}
          reading={locations}
          label={words("locations.state")}
          states={locationList.states.map((state) => ({ value: state, label: words(`location.state.${state}`) }))}
        />
      }
      filters={
        <>
          <SearchFilter url={url} label={words("locations.search")} />
          <ChoiceFilter
            url={url}
            name="group"
            label={words("locations.group")}
            all={words("locations.allGroups")}
            options={(groups.snapshot.context.data ?? []).map(({ name }) => ({ value: name, label: name }))}
          />
          <ListTools list="locations" columns={columns} />
        </>
      }
    >
      <DataTable
        list="locations"
        total={totalOf(locations, url.search["state"])}
        label={words("locations.list")}
        reading={locations}
        columns={columns}
        rowId={({ hashedId }) => hashedId}
        rowHref={({ hashedId }) => url.href({ id: hashedId })}
        order={orderIn(url, locationList)}
        empty={
          <EmptyList
            url={url}
            noun="locations"
            clear="locations.clear"
            further={["group"]}
            reason={reason}
            onNew={open}
          />
        }
      />
    </Page>
  )
}

/** `/location`: the locations, or the one that the address names (docs/policy.md#locations). */
export const LocationsView = (props: Props) => (
  <>
    {props.page.snapshot.matches({ place: "location" }) ? <LocationView {...props} /> : <LocationList {...props} />}
    <Confirmation command={props.command} />
  </>
)
