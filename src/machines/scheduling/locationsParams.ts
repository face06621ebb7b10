import { listParams, type Search } from "#machines/session/page.ts"
import { locationList } from "#schemas/scheduling/location.ts"

/** Which locations an address asks for, in whatever order: those that the map draws. */
export const narrowedBy = (search: Search) => {
  const { group = "" } = search
  const { sort: _, ...narrowed } = listParams(search, locationList)
  return { ...narrowed, ...(group === "" ? {} : { group }) }
}

/** What the list is asked for by the address. */
export const locationsParams = (search: Search) => ({ ...listParams(search, locationList), ...narrowedBy(search) })
