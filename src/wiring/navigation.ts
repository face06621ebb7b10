import { navigate } from "wouter/use-browser-location"
import { returnPathKey } from "#effects/storageKeys.ts"

/** The screens anyone may see (docs/policy.md#pages); everything else is inside. */
export const publicPaths: ReadonlyArray<string> = ["/", "/login", "/sessionOut", "/accountLocked"]

/** A longer address is no page of ours; what it carries would only be a burden to the next request. */
const longest = 2_000

/**
 * Whether an address may be returned to: a page inside, by a path of plain words
 * alone, so that no spelling of another host, scheme or user ever passes. What
 * follows the path is our own page's business.
 */
export const isOwnInsidePath = (address: string): boolean => {
  if (address.length > longest || !/^(\/[A-Za-z]+)+([?#][\x21-\x7e]*)?$/.test(address)) return false
  const url = URL.canParse(address, location.origin) ? new URL(address, location.origin) : null
  return (
    url !== null &&
    url.origin === location.origin &&
    !publicPaths.includes(url.pathname) &&
    url.pathname !== "/accessDenied"
  )
}

const storage = <A>(run: (session: Storage) => A, otherwise: A): A => {
  try {
    return run(sessionStorage)
  } catch {
    return otherwise
  }
}

/** Remembers where the person is, to return there after sign-in (docs/policy.md#pages). */
export const rememberHere = (): void => {
  const here = location.pathname + location.search + location.hash
  if (isOwnInsidePath(here)) storage((session) => session.setItem(returnPathKey, here), undefined)
}

const wantedPage = (): string | null => {
  const wanted = storage((session) => session.getItem(returnPathKey), null)
  return wanted !== null && isOwnInsidePath(wanted) ? wanted : null
}
const takeReturnPath = (): string | null => {
  const wanted = wantedPage()
  storage((session) => session.removeItem(returnPathKey), undefined)
  return wanted
}

/** Goes to one of our paths; nothing happens when it is already shown. */
export const goTo = (path: string): void => {
  if (location.pathname !== path) navigate(path)
}

/** The identity provider returns from a logout with its state in the address; no one needs to see it. */
export const tidyAddress = (): void => {
  if (publicPaths.includes(location.pathname) && new URLSearchParams(location.search).has("state"))
    history.replaceState(null, "", location.pathname)
}

/** The screens that a signed-in person is led on from (docs/policy.md#pages). */
const waysIn: ReadonlyArray<string> = ["/", "/login"]
const home = "/dashboard"

/** Where someone who is let in will be, as a path: here, or where a way in leads to. */
export const destination = (): string =>
  waysIn.includes(location.pathname) ? new URL(wantedPage() ?? home, location.origin).pathname : location.pathname

/** From a way in to the remembered page, or home; elsewhere the person stays. */
export const goToReturnPath = (): void => {
  if (waysIn.includes(location.pathname)) navigate(takeReturnPath() ?? home, { replace: true })
  else takeReturnPath()
}
