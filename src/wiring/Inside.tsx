import "#views/blueprint.css"
import "#views/parts/parts.css"
import "#views/layout/layout.css"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react"
import { RawIntlProvider } from "react-intl"
import { Redirect, Router, useLocation } from "wouter"
import { navigate } from "wouter/use-browser-location"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { demoRoutes, guardRoute, routes, type DemoPath, type RoutePath } from "#schemas/routes.ts"
import { AccessDeniedView, NotFoundView } from "#views/layout/DeadEnds.tsx"
import { ListLooks } from "#views/parts/ListLook.ts"
import { Seconds } from "#views/parts/NextTryIn.tsx"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { Pickers } from "#views/parts/Pickers.ts"
import { Sentences } from "#views/parts/Said.tsx"
import { Now } from "#views/parts/Time.tsx"
import { SpinnerScreen } from "#views/session/ChunkView.tsx"
import { Fallback } from "./Fallback.tsx"
import { Frame, type Made } from "./Frame.tsx"
import { intl, intlFor } from "./intl.ts"
import { aroundNavigation } from "./leaving.ts"
import { LiveRegion } from "./LiveRegion.tsx"
import { listenToListKeys } from "./listKeys.ts"
import { listLook, lookFor } from "./listLook.ts"
import { destination, rememberHere } from "./navigation.ts"
import { lazyPage } from "./LazyPart.tsx"
import { pages } from "./pages.ts"
import { useRunningPicker } from "./picker.ts"
import { productMinute, realSecond } from "./productClock.ts"
import { ChartsContext } from "./tools.ts"
import { spokenLanguage } from "./spokenLanguage.ts"
import { showTitle } from "./windowTitle.ts"

const isRoute = (path: string): path is RoutePath | DemoPath =>
  Object.hasOwn(routes, path) || Object.hasOwn(demoRoutes, path)
const shown = new Map(
  Object.entries(pages).map(([path, { title, load }]) => [path, { title, ...lazyPage(load) }] as const),
)

/** Titles the window, focuses the new page's heading and says which page is shown (docs/architecture.md#pages). */
const useArrival = (path: string, title: string): ((heading: HTMLElement | null) => void) => {
  const arrived = useRef<string | null>(null)
  useEffect(() => showTitle(title), [path, title])
  return useCallback(
    (heading) => {
      if (heading === null || arrived.current === path) return
      arrived.current = path
      heading.focus()
    },
    [path],
  )
}

/** Gives views the time that the product takes for now, at each minute's end another one, and how lists look here. */
const Surroundings = (props: { readonly person: SignedInPerson; readonly children: ReactNode }) => {
  const kept = useSyncExternalStore(listLook.subscribe, listLook.read)
  const { density } = props.person.preferences
  const lists = useMemo(() => lookFor({ density }, kept), [density, kept])
  return (
    <Now value={useSyncExternalStore(productMinute.subscribe, productMinute.read)}>
      <Seconds value={realSecond}>
        <ListLooks value={lists}>
          <Pickers value={useRunningPicker}>{props.children}</Pickers>
        </ListLooks>
      </Seconds>
    </Now>
  )
}

type RoutedProps = { readonly made: Made; readonly path: string; readonly person: SignedInPerson }

const Routed = ({ made, path, person }: RoutedProps) => {
  const entry = shown.get(path)
  const denied = path === "/accessDenied"
  const heading = useArrival(
    path,
    intl().formatMessage({ id: denied ? "route.accessDenied" : (entry?.title ?? "route.notFound") }),
  )
  if (isRoute(path) && guardRoute(path, person) === "denied")
    return <Redirect to={`/accessDenied?page=${encodeURIComponent(path)}`} replace />
  return (
    <HeadingSlot value={heading}>
      <Frame made={made} person={person} path={path}>
        <Fallback key={path} within>
          {denied ? (
            <AccessDeniedView page={new URLSearchParams(location.search).get("page")} rights={person} />
          ) : entry === undefined ? (
            <NotFoundView />
          ) : (
            <entry.Page />
          )}
        </Fallback>
      </Frame>
    </HeadingSlot>
  )
}

const SentToSignIn = () => {
  useLayoutEffect(() => {
    rememberHere()
    navigate("/", { replace: true })
  }, [])
  return null
}

const itself = (english: string): string => english

/** Who is inside, and what is drawn for an address that is none of ours. */
export type InsideProps = { readonly person: SignedInPerson | null; readonly lost: ReactNode }

/**
 * Begins what the first page inside will need, while the login call is on its way: its code, and the data of the
 * language, which a phone takes long to find and therefore gets a task of its own.
 */
const prepare = ({ session }: Made): void => {
  if (session.getSnapshot().context.expected) shown.get(destination())?.preload()
  setTimeout(intl)
}

/** Everything that is not a public screen: the guards, the layout and its pages (docs/policy.md#pages). */
export const makeInside = (made: Made) => {
  prepare(made)
  return function Inside({ person, lost }: InsideProps) {
    const [path] = useLocation()
    useEffect(listenToListKeys, [])
    const language = useSyncExternalStore(spokenLanguage.subscribe, spokenLanguage.read)
    const ownIntl = useMemo(() => (person === null ? intl() : intlFor(person, language)), [person, language])
    if (person === null) return isRoute(path) ? <SentToSignIn /> : lost
    if (language === undefined) return <SpinnerScreen />
    return (
      <RawIntlProvider value={ownIntl}>
        <ChartsContext value={made.charts}>
          <Sentences value={spokenLanguage.translation()?.say ?? itself}>
            <Surroundings person={person}>
              <LiveRegion />
              <Router aroundNav={aroundNavigation}>
                <Routed made={made} path={path} person={person} />
              </Router>
            </Surroundings>
          </Sentences>
        </ChartsContext>
      </RawIntlProvider>
    )
  }
}
