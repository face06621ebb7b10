import type { FocusEvent, MouseEvent, ReactNode } from "react"
import type { LocationsEvent, LocationsSnapshot } from "#machines/scheduling/locations.machine.ts"
import { missingRight } from "#schemas/access.ts"
import {
  locationList,
  type Location,
  type LocationGroupCount,
  type LocationSummary,
  type ZipPosition,
} from "#schemas/scheduling/location.ts"
import { locationViewIn, locationViews, type LocationView } from "#schemas/scheduling/locationMap.ts"
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
import { useNumbers, useWords } from "#views/parts/Words.tsx"
import { LocationStateTag } from "./LocationStateTag.tsx"
import { NearFilter } from "./NearFilter.tsx"
import { LocationView as OneLocation } from "./LocationView.tsx"

type Props = {
  readonly page: Seen<LocationsSnapshot, LocationsEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly locations: SeenReading<ReadonlyArray<LocationSummary>>
  readonly groups: SeenReading<ReadonlyArray<LocationGroupCount>>
  /** Where the ZIP code lies from which distances are measured. */
  readonly origin: SeenReading<ZipPosition>
  readonly location: SeenReading<Location>
  readonly command: SeenCommand | undefined
  /** The map of the same locations; drawn only where it is shown. */
  readonly map: ReactNode
}

const useColumns = (): ReadonlyArray<Column<LocationSummary>> => {
  const words = useWords()
  const numbers = useNumbers()
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
    {
      id: "distance",
      header: words("locations.miles"),
      cell: ({ miles }) => (miles === undefined ? "" : numbers(miles, 1)),
      align: "end",
      narrow: "end",
      unit: words("locations.mi"),
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

/** Next to the map there is room for what the map does not say. */
const besideMap: ReadonlyArray<string> = ["name", "distance", "state", "city"]

const ViewChoice = ({ url, shown }: { readonly url: PageUrl; readonly shown: LocationView }) => {
  const words = useWords()
  return (
    <div className="segmented" role="group" aria-label={words("locations.view")}>
      {locationViews.map((view) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === shown}
          onClick={() => url.change({ view: view === "both" ? null : view })}
        >
          {words(`locations.view.${view}`)}
        </button>
      ))}
    </div>
  )
}

const nearestFirst = { column: "distance", descending: false } as const

const rowAt = ({ target }: { readonly target: EventTarget }): string | null =>
  (target instanceof Element ? target.closest<HTMLElement>("tr[data-row]") : null)?.dataset["row"] ?? null

/** Tells which row is pointed at or has the focus, so that the map can show where that is. */
const usePointing = ({ page: { snapshot, send } }: Props) => {
  const point = (hashedId: string | null): void => {
    if (hashedId !== snapshot.context.pointed) send({ type: "row.pointed", hashedId })
  }
  return {
    onMouseOver: (event: MouseEvent) => point(rowAt(event)),
    onMouseLeave: () => point(null),
    onFocus: (event: FocusEvent) => point(rowAt(event)),
    onBlur: () => point(null),
  }
}

const LocationList = (props: Props) => {
  const { url, person, locations, groups, origin } = props
  const words = useWords()
  const shown = locationViewIn(url.search)
  const all = useColumns()
  const place = origin.snapshot.context.data
  const isNear = place !== null && place.position !== null
  const columns = all.filter(({ id }) => (shown === "list" || besideMap.includes(id)) && (isNear || id !== "distance"))
  const order = orderIn(url, locationList)
  const pointing = usePointing(props)
  const reason = missingRight(person, "Location.SaveLocation")
  const open = () => url.go({ new: "", id: null })
  return (
    <Page
      title={words("locations.title")}
      actions={<ViewChoice url={url} shown={shown} />}
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
          <NearFilter url={url} origin={origin} />
          {shown !== "map" && <ListTools list="locations" columns={columns} />}
        </>
      }
    >
      <div className={`locations-shown locations-${shown}`}>
        {shown !== "map" && (
          <div {...(shown === "both" ? pointing : {})}>
            <DataTable
              list="locations"
              total={totalOf(locations, url.search["state"])}
              label={words("locations.list")}
              reading={locations}
              columns={columns}
              rowId={({ hashedId }) => hashedId}
              rowHref={({ hashedId }) => url.href({ id: hashedId })}
              order={isNear && order.sort === null ? { ...order, sort: nearestFirst } : order}
              empty={
                <EmptyList
                  url={url}
                  noun="locations"
                  clear="locations.clear"
                  further={["group"]}
                  canMake={reason === undefined}
                  onNew={open}
                />
              }
            />
          </div>
        )}
        {shown !== "list" && props.map}
      </div>
    </Page>
  )
}

/** `/location`: the locations, or the one that the address names (docs/policy.md#locations). */
export const LocationsView = (props: Props) => (
  <>
    {props.page.snapshot.matches({ place: "location" }) ? <OneLocation {...props} /> : <LocationList {...props} />}
    <Confirmation command={props.command} />
  </>
)
