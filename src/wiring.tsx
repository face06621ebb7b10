import { useSelector } from "@xstate/react"
import { useDeferredValue, useEffect, useSyncExternalStore, type ComponentType, type ReactNode } from "react"
import { useLocation } from "wouter"
import { productName } from "#schemas/session/words.ts"
import { SpinnerScreen } from "#views/session/ChunkView.tsx"
import { screenWords, ScreenWordsContext } from "#views/session/screenWords.ts"
import { AccountLockedScreen, NotFoundScreen, SessionOutScreen, SessionView } from "#views/session/SessionView.tsx"
import { Fallback } from "./wiring/Fallback.tsx"
import { lazyExtra, lazyPart } from "./wiring/LazyPart.tsx"
import type { InsideProps } from "./wiring/Inside.tsx"
import { goTo, goToReturnPath, publicPaths } from "./wiring/navigation.ts"
import type { Product } from "./wiring/product.ts"
import { screenLanguage } from "./wiring/screenLanguage.ts"
import type { Session } from "./wiring/session.ts"

const DemoSignIn = lazyExtra(() => import("./wiring/DemoSignIn.tsx").then((module) => module.DemoSignIn))

/** Whatever stands outside the layout has the product's name for a title (docs/policy.md#pages). */
const ProductTitled = ({ children }: { readonly children: ReactNode }) => {
  useEffect(() => {
    document.title = productName
  })
  return children
}

const PublicScreen = ({ session, path }: { readonly session: Session; readonly path: string }) => {
  const snapshot = useSelector(session, (seen) => seen)
  if (path === "/sessionOut" && !snapshot.matches({ person: "sessionOut" }))
    return <SessionOutScreen onRelogin={() => goTo("/")} />
  if (path === "/accountLocked" && !snapshot.matches({ person: "accountLocked" }))
    return <AccountLockedScreen onLeave={() => goTo("/")} />
  const choose = (email: string): void => session.send({ type: "signIn.pressed", email })
  return (
    <SessionView snapshot={snapshot} send={(event) => session.send(event)} demo={<DemoSignIn onChoose={choose} />} />
  )
}

/** A signed-in person has no business on the sign-in screen (docs/policy.md#pages). */
const SignedInElsewhere = () => {
  useEffect(goToReturnPath, [])
  return <SpinnerScreen />
}

const NotFoundPage = () => (
  <ProductTitled>
    <NotFoundScreen onLeave={() => goTo("/")} />
  </ProductTitled>
)

type ScreensProps = { readonly session: Session; readonly Inside: ComponentType<InsideProps> }

const Screens = ({ session, Inside }: ScreensProps) => {
  const [path] = useLocation()
  const state = useSelector(session, (snapshot) => snapshot)
  const signedIn = state.matches({ person: "signedIn" })
  // Drawn in one piece, the inside would stop a phone for a third of a second; leaving happens at once.
  const entered = useDeferredValue(signedIn)
  if (publicPaths.includes(path)) {
    return (
      <ProductTitled>
        {signedIn && (path === "/" || path === "/login") ? (
          <SignedInElsewhere />
        ) : (
          <PublicScreen session={session} path={path} />
        )}
      </ProductTitled>
    )
  }
  if (!signedIn && (state.hasTag("busy") || state.matches({ person: "refused" }))) {
    return (
      <ProductTitled>
        {state.matches({ person: { starting: "waiting" } }) ? (
          <SpinnerScreen />
        ) : (
          <SessionView snapshot={state} send={(event) => session.send(event)} />
        )}
      </ProductTitled>
    )
  }
  if (signedIn && !entered) {
    return (
      <ProductTitled>
        <SpinnerScreen />
      </ProductTitled>
    )
  }
  return <Inside person={state.context.person} lost={<NotFoundPage />} />
}

/**
 * The hallway: the public screens at once, everything else lazily. Which of them is
 * shown follows from the address and the session's state alone.
 */
export const makeApp = ({ session, inside }: Product): ComponentType => {
  const Inside = lazyPart(inside, { within: false })
  return () => (
    <ScreenWordsContext value={screenWords[useSyncExternalStore(screenLanguage.subscribe, screenLanguage.read)]}>
      <Fallback>
        <Screens session={session} Inside={Inside} />
      </Fallback>
    </ScreenWordsContext>
  )
}
