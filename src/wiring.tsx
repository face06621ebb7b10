import { useSelector } from "@xstate/react"
import { lazy, Suspense, useEffect } from "react"
import { useLocation } from "wouter"
import type { SessionEvent } from "#machines/session/session.machine.ts"
import { productName } from "#schemas/session/words.ts"
import { AccountLockedScreen, NotFoundScreen, SessionOutScreen, SessionView } from "#views/session/SessionView.tsx"
import { Fallback } from "./wiring/Fallback.tsx"
import { ChunkLoadError } from "./wiring/lazyPage.ts"
import { goTo, goToWanted, publicPaths } from "./wiring/navigation.ts"
import { session } from "./wiring/session.ts"

const Inside = lazy(() =>
  import("./wiring/Inside.tsx").then(
    (module) => ({ default: module.Inside }),
    (error: unknown) => {
      throw new ChunkLoadError("The product's code could not be loaded.", { cause: error })
    },
  ),
)

const send = (event: SessionEvent): void => session.send(event)

const Spinner = () => (
  <main className="spinner-page">
    <span className="spinner">Loading</span>
  </main>
)

/** Loads the inside of the product in the background, once the first screen is painted. */
export const preload = (): void => void import("./wiring/Inside.tsx").catch(() => undefined)

const PublicScreen = ({ path }: { readonly path: string }) => {
  const snapshot = useSelector(session, (seen) => seen)
  useEffect(() => {
    document.title = productName
  }, [path])
  if (path === "/sessionOut") return <SessionOutScreen onRelogin={() => goTo("/")} />
  if (path === "/accountLocked" && !snapshot.matches("accountLocked"))
    return <AccountLockedScreen onLeave={() => goTo("/")} />
  return <SessionView snapshot={snapshot} send={send} />
}

/** A signed-in person has no business on the sign-in screen (spec §2 "Route guards"). */
const SignedInElsewhere = () => {
  useEffect(goToWanted, [])
  return <Spinner />
}

/**
 * The hallway: the public screens at once, everything else lazily. Which of them is
 * shown follows from the address and the session's state alone.
 */
export const App = () => {
  const [path] = useLocation()
  const state = useSelector(session, (snapshot) => snapshot)
  const signedIn = state.matches("signedIn")
  const deciding = state.hasTag("busy")
  if (publicPaths.includes(path)) {
    return (
      <Fallback>
        {signedIn && (path === "/" || path === "/login") ? <SignedInElsewhere /> : <PublicScreen path={path} />}
      </Fallback>
    )
  }
  if (!signedIn && (deciding || state.matches("refused"))) {
    return <Fallback>{state.matches("starting") ? <Spinner /> : <SessionView snapshot={state} send={send} />}</Fallback>
  }
  return (
    <Fallback>
      <Suspense fallback={<Spinner />}>
        <Inside person={state.context.person} lost={<NotFoundScreen onLeave={() => goTo("/")} />} />
      </Suspense>
    </Fallback>
  )
}
