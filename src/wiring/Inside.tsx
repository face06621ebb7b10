import "#views/blueprint.css"
import "#views/parts/parts.css"
import "#views/layout/layout.css"
import { useSelector } from "@xstate/react"
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from "react"
import { RawIntlProvider } from "react-intl"
import { Redirect, Router, useLocation } from "wouter"
import { navigate } from "wouter/use-browser-location"
import { isDemo } from "#effects/authConfig.ts"
import { workingCompany, type SignedInPerson } from "#schemas/session/outcome.ts"
import type { ToastsEvent } from "#machines/session/toasts.machine.ts"
import { demoRoutes, guardRoute, routes, type DemoPath, type RoutePath } from "#schemas/routes.ts"
import { words } from "#schemas/words.ts"
import { AccessDeniedView, NotFoundView } from "#views/layout/DeadEnds.tsx"
import { Layout } from "#views/layout/Layout.tsx"
import { Loader } from "#views/layout/Loader.tsx"
import { ListLooks } from "#views/parts/ListLook.ts"
import { Seconds } from "#views/parts/NextTryIn.tsx"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { Pickers } from "#views/parts/Pickers.ts"
import { Now } from "#views/parts/Time.tsx"
import { Notifications, Toasts } from "#views/parts/Toasts.tsx"
import { InspectedStrip } from "./administration/InspectedStrip.tsx"
import { announce, announcements, type Urgency } from "./announcer.ts"
import { helpDoor, paletteDoor } from "./doors.ts"
import { Fallback } from "./Fallback.tsx"
import { IdlePrompting } from "./IdlePrompting.tsx"
import type { Services } from "./services.ts"
import { intl, intlIn } from "./intl.ts"
import { aroundNavigation } from "./leaving.ts"
import { hearListKeys } from "./listKeys.ts"
import { listLook } from "./listLook.ts"
import { destination, rememberHere } from "./navigation.ts"
import { Renewing } from "./Renewing.tsx"
import { lazyDialog } from "./lazyDialog.tsx"
import { lazyExtra, lazyPage } from "./LazyPart.tsx"
import { pages } from "./pages.ts"
import { PersonContext } from "./person.ts"
import { useRunningPicker } from "./picker.ts"
import { productMinute, realSecond } from "./productClock.ts"
import type { Session } from "./session.ts"
import { ChartsContext } from "./tools.ts"
import { showTitle } from "./windowTitle.ts"

const isRoute = (path: string): path is RoutePath | DemoPath =>
  Object.hasOwn(routes, path) || Object.hasOwn(demoRoutes, path)
/** What stands around the pages is made of. */
type Made = Services & { readonly session: Session }

const shown = new Map(
  Object.entries(pages).map(([path, { title, load }]) => [path, { title, ...lazyPage(load) }] as const),
)

/** Shows and moves the demo clock; it draws nothing outside the demo. */
const DemoClock = lazyExtra(() =>
  import("./administration/DemoClockChip.tsx").then(({ DemoClockChip }) => DemoClockChip),
)

/** The keys that act on every page, and their list. */
const Shortcuts = lazyExtra(() => import("./Shortcuts.tsx").then((code) => code.Shortcuts))

const Palette = lazyDialog(
  () => import("./PalettePart.tsx").then(({ PalettePart }) => PalettePart),
  words["palette.title"],
  paletteDoor.giveUp,
)

/** The guide at the side of the page. */
const Help = lazyDialog(
  () => import("./HelpPart.tsx").then(({ HelpPart }) => HelpPart),
  words["help.title"],
  helpDoor.giveUp,
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

const LiveText = ({ urgency }: { readonly urgency: Urgency }) => (
  <div aria-live={urgency} data-announcer={urgency}>
    {useSyncExternalStore(announcements.subscribe, announcements.read)
      .filter((announcement) => announcement.urgency === urgency)
      .map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
  </div>
)

/** The page's one live region; what cannot wait is said by its second half. */
const LiveRegion = () => (
  <div className="visually-hidden">
    <LiveText urgency="polite" />
    <LiveText urgency="assertive" />
  </div>
)

const Progressing = ({ operations }: { readonly operations: Made["running"] }) => {
  const running = useSyncExternalStore(operations.subscribe, operations.read)
  const slow = running.filter((operation) => operation.getSnapshot().hasTag("slow"))
  const isSlow = slow.length > 0
  useEffect(() => {
    if (isSlow) announce(intl().formatMessage({ id: "shell.slow" }))
  }, [isSlow])
  return (
    <Loader
      busy={running.length > 0}
      slow={isSlow}
      onCancel={() => {
        for (const operation of slow) operation.send({ type: "cancel.pressed" })
      }}
    />
  )
}

const Frame = (props: {
  readonly made: Made
  readonly person: SignedInPerson
  readonly path: string
  readonly children: ReactNode
}) => {
  const { session, toasts, running, renewal, endActing } = props.made
  const toasted = useSelector(toasts, (snapshot) => snapshot)
  const sendToasts = (event: ToastsEvent): void => toasts.send(event)
  return (
    <PersonContext value={props.person}>
      <Layout
        person={props.person}
        path={props.path}
        unread={toasted.context.past.length}
        onNotifications={() => toasts.send({ type: "list.opened" })}
        onSearch={paletteDoor.open}
        onHelp={helpDoor.open}
        help={useSyncExternalStore(helpDoor.subscribe, helpDoor.read) > 0 && <Help />}
        onSignOut={() => session.send({ type: "signOut.pressed" })}
        onActingEnd={endActing}
        demo={
          isDemo() && (
            <div className="demo-room">
              <DemoClock />
            </div>
          )
        }
        loader={
          <>
            {isDemo() && <InspectedStrip />}
            <Progressing operations={running} />
          </>
        }
      >
        {props.children}
      </Layout>
      <Toasts snapshot={toasted} send={sendToasts} />
      <Notifications snapshot={toasted} send={sendToasts} />
      {useSyncExternalStore(paletteDoor.subscribe, paletteDoor.read) > 0 && <Palette />}
      <Shortcuts />
      <IdlePrompting session={session} />
      <Renewing renewal={renewal} />
    </PersonContext>
  )
}

/** Gives views the time that the product takes for now, at each minute's end another one, and how lists look here. */
const Surroundings = ({ children }: { readonly children: ReactNode }) => {
  const look = useSyncExternalStore(listLook.subscribe, listLook.read)
  const lists = useMemo(() => ({ look, change: listLook.change }), [look])
  return (
    <Now value={useSyncExternalStore(productMinute.subscribe, productMinute.read)}>
      <Seconds value={realSecond}>
        <ListLooks value={lists}>
          <Pickers value={useRunningPicker}>{children}</Pickers>
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
    const zone = person === null ? undefined : workingCompany(person).timezone
    useEffect(hearListKeys, [])
    const inZone = useMemo(() => (zone === undefined ? intl() : intlIn(zone)), [zone])
    if (person === null) return isRoute(path) ? <SentToSignIn /> : lost
    return (
      <RawIntlProvider value={inZone}>
        <ChartsContext value={made.charts}>
          <Surroundings>
            <LiveRegion />
            <Router aroundNav={aroundNavigation}>
              <Routed made={made} path={path} person={person} />
            </Router>
          </Surroundings>
        </ChartsContext>
      </RawIntlProvider>
    )
  }
}
