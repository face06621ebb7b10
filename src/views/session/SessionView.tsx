import type { ReactNode } from "react"
import type { SessionSnapshot } from "#machines/session/session.machine.ts"
import type { SessionEvent } from "#machines/session/sessionEvents.ts"
import { loginMessages, productName, screens } from "#schemas/session/words.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { Logo } from "./Logo.tsx"

type SeenSession = Seen<SessionSnapshot, SessionEvent>
type Screen = SeenSession & {
  /** What stands next to the sign-in button: in the demo its accounts. */
  readonly demo?: ReactNode
}

const SheetBody = (props: { readonly heading: string; readonly brand: boolean; readonly children: ReactNode }) => (
  <div className="sheet">
    <div className="sheet-brand">
      {props.brand && <Logo size={32} />}
      <h1 tabIndex={-1} ref={focusOnMount}>
        {props.heading}
      </h1>
    </div>
    {props.children}
  </div>
)

/** A sheet of paper in the middle of the screen: every page outside the layout is one. */
export const Sheet = (props: { readonly heading: string; readonly children: ReactNode }) => (
  <main className="sheet-frame" id="content">
    <SheetBody heading={props.heading} brand>
      {props.children}
    </SheetBody>
  </main>
)

/** The same sheet in the place of a page that broke, inside the layout. */
export const SheetWithin = (props: { readonly heading: string; readonly children: ReactNode }) => (
  <div className="sheet-frame sheet-frame-within">
    <SheetBody heading={props.heading} brand={false}>
      {props.children}
    </SheetBody>
  </div>
)

const Waiting = ({ children }: { readonly children: ReactNode }) => (
  <p className="spinner" role="status">
    {children}
  </p>
)

const signIn = ({ send }: SeenSession) => (
  <div className="sheet-actions">
    <button type="button" className="sheet-button" onClick={() => send({ type: "signIn.pressed" })}>
      Sign in
    </button>
  </div>
)

const SignInScreen = ({ demo, ...seen }: Screen) => {
  const { problem } = seen.snapshot.context
  return (
    <main className="sheet-frame sheet-frame-sign-in" id="content">
      <SheetBody heading={productName} brand>
        <p className="sheet-lead">
          Outreach and scheduling for clinics and health plans. Sign in with your work account.
        </p>
        {problem !== null && (
          <p className="sheet-alert" role="alert">
            {problem.message}
          </p>
        )}
        {signIn(seen)}
        <p className="sheet-caption">No account yet, or locked? Your site administrator can help.</p>
      </SheetBody>
      <div className="sheet-aside">{demo}</div>
    </main>
  )
}

const WaitingScreen = ({ text, seen }: { readonly text: string; readonly seen: SeenSession }) => (
  <Sheet heading={productName}>
    <Waiting>{text}</Waiting>
    {seen.snapshot.hasTag("slow") && (
      <div className="sheet-actions">
        <button
          type="button"
          className="sheet-button sheet-button-quiet"
          onClick={() => seen.send({ type: "cancel.pressed" })}
        >
          Cancel
        </button>
      </div>
    )}
  </Sheet>
)

const RefusedScreen = ({ snapshot, send }: SeenSession) => {
  const { login, problem } = snapshot.context
  const quietWhen = (quiet: boolean) => (quiet ? "sheet-button sheet-button-quiet" : "sheet-button")
  // Asked again, a server that has refused this person says the same; one that could not be asked may answer now.
  const answered = problem === null
  return (
    <Sheet heading={productName}>
      <p className="sheet-alert" role="alert">
        {login.loginResErr || login.contract_expire_message || problem?.message}
      </p>
      {problem?.correlationId !== undefined && <p>Reference: {problem.correlationId}</p>}
      <div className="sheet-actions">
        <button type="button" className={quietWhen(answered)} onClick={() => send({ type: "retry.pressed" })}>
          Try again
        </button>
        <button type="button" className={quietWhen(!answered)} onClick={() => send({ type: "leave.pressed" })}>
          Sign in as someone else
        </button>
      </div>
    </Sheet>
  )
}

/** "Your session has expired" with its Re-login button (docs/policy.md#pages). */
export const SessionOutScreen = ({ onRelogin }: { readonly onRelogin: () => void }) => (
  <Sheet heading={screens.sessionOut.message}>
    <div className="sheet-actions">
      <button type="button" className="sheet-button" onClick={onRelogin}>
        {screens.sessionOut.action}
      </button>
    </div>
  </Sheet>
)

/** The locked page (docs/policy.md#pages). */
export const AccountLockedScreen = ({ onLeave }: { readonly onLeave: () => void }) => (
  <Sheet heading={screens.accountLocked.heading}>
    <p>{screens.accountLocked.message}</p>
    <p className="sheet-alert" role="alert">
      {loginMessages.locked}
    </p>
    <div className="sheet-actions">
      <button type="button" className="sheet-button sheet-button-quiet" onClick={onLeave}>
        Back to sign-in
      </button>
    </div>
  </Sheet>
)

/** An address that leads nowhere, for someone who is not signed in. */
export const NotFoundScreen = ({ onLeave }: { readonly onLeave: () => void }) => (
  <Sheet heading="This page does not exist">
    <p>The address may be mistyped, or the page may have moved.</p>
    <div className="sheet-actions">
      <button type="button" className="sheet-button sheet-button-quiet" onClick={onLeave}>
        Go to sign-in
      </button>
    </div>
  </Sheet>
)

/** The session as long as no one is inside: each state of its chart is one screen. */
export const SessionView = (seen: Screen) => {
  const { snapshot, send } = seen
  if (snapshot.matches({ person: "accountLocked" }))
    return <AccountLockedScreen onLeave={() => send({ type: "leave.pressed" })} />
  if (snapshot.matches({ person: "sessionOut" }))
    return <SessionOutScreen onRelogin={() => send({ type: "signIn.pressed" })} />
  if (snapshot.matches({ person: "refused" })) return <RefusedScreen {...seen} />
  if (snapshot.matches({ person: "redirecting" })) return <WaitingScreen seen={seen} text="Going to sign-in…" />
  if (snapshot.matches({ person: "loggingIn" })) return <WaitingScreen seen={seen} text="Signing you in…" />
  if (snapshot.matches({ person: { starting: "open" } }) || snapshot.matches({ person: "signedOut" }))
    return <SignInScreen {...seen} />
  if (snapshot.matches({ person: "starting" })) return <WaitingScreen seen={seen} text="Signing you in…" />
  return <WaitingScreen seen={seen} text="Signing you out…" />
}
