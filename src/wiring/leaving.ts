import { useLayoutEffect } from "react"
import type { AroundNavHandler } from "wouter"
import { navigate } from "wouter/use-browser-location"

/** What stands in the way of leaving a page: whether something would be lost, and who to ask. */
type Guard = { readonly loses: () => boolean; readonly ask: (to: string) => void }

/** A page has one for each of its charts that may lose something. */
const guards = new Set<Guard>()
let here = ""

const losing = (): Guard | undefined => [...guards].find(({ loses }) => loses())
/** A place within the page, which a link such as `#step-2` goes to, is the same address. */
const address = (): string => location.pathname + location.search

/** Wraps every navigation inside the product: with unsaved changes it is asked about first, and to where one is already, nothing happens. */
export const aroundNavigation: AroundNavHandler = (go, to, options) => {
  const guard = losing()
  if (guard === undefined) go(to, options)
  else if (to.replace(/#.*$/, "") !== address()) guard.ask(to)
}

/** Goes somewhere without asking: what would be lost was asked about already, or is saved. */
export const leaveTo = (to: string): void => navigate(to)

/** Names what the page shows by another address, without a step for Back: the same page stays. */
export const stayAt = (to: string): void => navigate(to, { replace: true })

/** Begins the page again without asking: what is unsaved may not be saved any more. */
export const reloadAnyway = (): void => {
  guards.clear()
  location.reload()
}

/** Loads one of our pages again without asking: every page's data belongs to another company from here on. */
export const reloadAt = (path: string): void => {
  guards.clear()
  location.assign(path)
}

/** An address of ours with these parameters; null leaves one out. */
export const addressOf = (path: string, search: Readonly<Record<string, string | null>>): string => {
  const params = new URLSearchParams(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== null),
  )
  return params.size === 0 ? path : `${path}?${params.toString()}`
}

/** This page's own address with these parameters; the part of Global that it belongs to stays. */
export const currentPathWith = (search: Readonly<Record<string, string | null>>): string =>
  addressOf(location.pathname, { section: new URLSearchParams(location.search).get("section"), ...search })

// Back and Forward have changed the address when they are heard of: it is put back, then asked about.
const onTraversal = (event: PopStateEvent): void => {
  const guard = losing()
  if (guard === undefined || address() === here) return
  const wanted = address()
  event.stopImmediatePropagation()
  history.pushState(null, "", here)
  guard.ask(wanted)
}
const onUnload = (event: BeforeUnloadEvent): void => {
  if (losing() !== undefined) event.preventDefault()
}

/**
 * Listens for Back, Forward and the window's end. Must be called before anything is
 * rendered: a window's listeners run in the order they came, and the router's would
 * take the page away first.
 */
export const watchLeaving = (): void => {
  addEventListener("popstate", onTraversal)
  addEventListener("beforeunload", onUnload)
}

/**
 * Guards unsaved changes for as long as what calls it is shown: links, Back and
 * Forward are asked about by `ask`, closing the window by the browser.
 */
export const useLeaveGuard = (loses: () => boolean, ask: (to: string) => void): void =>
  // The guard must be gone before a redirect of the next page runs, so it is no passive effect.
  useLayoutEffect(() => {
    here = address()
    const own: Guard = { loses, ask }
    guards.add(own)
    return () => void guards.delete(own)
  }, [loses, ask])
