import type { ReactNode } from "react"
import type { SessionSnapshot } from "#machines/session/session.machine.ts"
import type { SessionEvent } from "#machines/session/sessionEvents.ts"
import { loginMessages, productName } from "#schemas/session/words.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import type { Seen } from "#views/parts/Seen.ts"
import { Logo } from "./Logo.tsx"
import { useLoginMessage, useScreens } from "./screenWords.ts"

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

const SignInScreen = ({ demo, ...seen }: Screen) => {
  const { problem } = seen.snapshot.context
  const words = useScreens().signIn
  const inTheirLanguage = useLoginMessage()
  return (
    <main className="sheet-frame sheet-frame-sign-in" id="content">
      <SheetBody heading={productName} brand>
        <p className="sheet-lead">{words.lead}</p>
        {problem !== null && (
          <p className="sheet-alert" role="alert">
            {inTheirLanguage(problem.message)}
          </p>
        )}
        <div className="sheet-actions">
          <button type="button" className="sheet-button" onClick={() => seen.send({ type: "signIn.pressed" })}>
            {words.action}
          </button>
        </div>
        <p className="sheet-caption">{words.help}</p>
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
          {useScreens().waiting.cancel}
        </button>
      </div>
    )}
  </Sheet>
)

const RefusedScreen = ({ snapshot, send }: SeenSession) => {
  const { login, problem } = snapshot.context
  const words = useScreens().refused
  const inTheirLanguage = useLoginMessage()
  const quietWhen = (quiet: boolean) => (quiet ? "sheet-button sheet-button-quiet" : "sheet-button")
  // Asked again, a server that has refused this person says the same; one that could not be asked may answer now.
  const answered = problem === null
  return (
    <Sheet heading={productName}>
      <p className="sheet-alert" role="alert">
        {inTheirLanguage(login.loginResErr || login.contract_expire_message || problem?.message || "")}
      </p>
      {problem?.correlationId !== undefined && (
        <p>
          {words.reference}: {problem.correlationId}
        </p>
      )}
      <div className="sheet-actions">
        <button type="button" className={quietWhen(answered)} onClick={() => send({ type: "retry.pressed" })}>
          {words.retry}
        </button>
        <button type="button" className={quietWhen(!answered)} onClick={() => send({ type: "leave.pressed" })}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}

/** "Your session has expired" with its Re-login button (docs/policy.md#pages). */
export const SessionOutScreen = ({ onRelogin }: { readonly onRelogin: () => void }) => {
  const words = useScreens().sessionOut
  return (
    <Sheet heading={words.message}>
      <div className="sheet-actions">
        <button type="button" className="sheet-button" onClick={onRelogin}>
          {words.action}
        </button>
      </div>
    </Sheet>
  )
}

/** The locked page (docs/policy.md#pages). */
export const AccountLockedScreen = ({ onLeave }: { readonly onLeave: () => void }) => {
  const words = useScreens().accountLocked
  return (
    <Sheet heading={words.heading}>
      <p>{words.message}</p>
      <p className="sheet-alert" role="alert">
        {useLoginMessage()(loginMessages.locked)}
      </p>
      <div className="sheet-actions">
        <button type="button" className="sheet-button sheet-button-quiet" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}

/** An address that leads nowhere, for someone who is not signed in. */
export const NotFoundScreen = ({ onLeave }: { readonly onLeave: () => void }) => {
  const words = useScreens().notFound
  return (
    <Sheet heading={words.heading}>
      <p>{words.text}</p>
      <div className="sheet-actions">
        <button type="button" className="sheet-button sheet-button-quiet" onClick={onLeave}>
          {words.leave}
        </button>
      </div>
    </Sheet>
  )
}

/** The session as long as no one is inside: each state of its chart is one screen. */
export const SessionView = (seen: Screen) => {
  const { snapshot, send } = seen
  const { waiting } = useScreens()
  if (snapshot.matches({ person: "accountLocked" }))
    return <AccountLockedScreen onLeave={() => send({ type: "leave.pressed" })} />
  if (snapshot.matches({ person: "sessionOut" }))
    return <SessionOutScreen onRelogin={() => send({ type: "signIn.pressed" })} />
  if (snapshot.matches({ person: "refused" })) return <RefusedScreen {...seen} />
  if (snapshot.matches({ person: "redirecting" })) return <WaitingScreen seen={seen} text={waiting.redirecting} />
  if (snapshot.matches({ person: "loggingIn" })) return <WaitingScreen seen={seen} text={waiting.loggingIn} />
  if (snapshot.matches({ person: { starting: "open" } }) || snapshot.matches({ person: "signedOut" }))
    return <SignInScreen {...seen} />
  if (snapshot.matches({ person: "starting" })) return <WaitingScreen seen={seen} text={waiting.loggingIn} />
  return <WaitingScreen seen={seen} text={waiting.signingOut} />
}
