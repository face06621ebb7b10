import { listParams, type Search } from "#machines/session/page.ts"
import { locationList } from "#schemas/scheduling/location.ts"

/** Which locations an address asks for, in whatever order: those that the map draws. */
export const narrowedBy = (search: Search) => {
  const { group = "" } = search
  const { sort: _, ...narrowed } = listParams(search, locationList)
  return { ...narrowed, ...(group === "" ? {} : { group }) }
}

/** The ZIP code from which the address has distances told; null while it is none. */
export const zipIn = ({ near = "" }: Search): string | null => (/^\d{5}$/.test(near) ? near : null)

/** What the list is asked for by the address. */
export const locationsParams = (search: Search) => {
  const near = zipIn(search)
  return { ...listParams(search, locationList), ...narrowedBy(search), ...(near === null ? {} : { near }) }
}

/** The ZIP code whose place is looked up, as a reading's parameters. */
export const originParams = (search: Search) => {
  const zip = zipIn(search)
  return zip === null ? null : { zip }
}
