import type { Rights } from "../access.ts"
import { hrefOf, placesFor } from "../routes.ts"
import { deedsFor } from "./deeds.ts"

/** The keys that act on every page; the list of shortcuts shows them in this order. `g` is followed by a place's letter. */
export const keys = { go: "g", create: "n", list: "?" } as const

/** What a key means on a page, for a person: after `g` a place, on its own something new. The key itself is no one's to keep. */
export type KeyMeaning = {
  readonly isGo: boolean
  readonly isList: boolean
  readonly place: string | null
  readonly fresh: string | null
}

/**
 * What a key means.
 * @param path the page on the screen
 */
export const meaningOf = (key: string, path: string, rights: Rights): KeyMeaning => {
  const place = placesFor(rights).find(({ letter }) => letter === key)
  const deed = deedsFor(rights).find((one) => one.isNew === true && one.path === path)
  return {
    isGo: key === keys.go,
    isList: key === keys.list,
    place: place === undefined ? null : hrefOf(place),
    fresh: key === keys.create && deed !== undefined ? deed.path + deed.search : null,
  }
}
