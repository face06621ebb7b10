import { useSelector } from "@xstate/react"
import { useEffect, useSyncExternalStore, type ReactNode } from "react"
import { isDemo } from "#effects/authConfig.ts"
import type { ToastsEvent } from "#machines/session/toasts.machine.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import { Layout } from "#views/layout/Layout.tsx"
import { Loader } from "#views/layout/Loader.tsx"
import { Notifications, Toasts } from "#views/parts/Toasts.tsx"
import { InspectedStrip } from "./administration/InspectedStrip.tsx"
import { announce } from "./announcer.ts"
import { helpDoor, paletteDoor } from "./doors.ts"
import { IdlePrompting } from "./IdlePrompting.tsx"
import { intl } from "./intl.ts"
import { lazyDialog } from "./lazyDialog.tsx"
import { lazyExtra, lazyPart } from "./LazyPart.tsx"
import { PersonContext } from "./person.ts"
import { chunk } from "./chunks.ts"
import { Renewing } from "./Renewing.tsx"
import type { Services } from "./services.ts"
import type { Session } from "./session.ts"
import { unreadNotices } from "./unreadNotices.ts"

/** What stands around the pages is made of. */
export type Made = Services & { readonly session: Session }

/** Shows and moves the demo clock; it draws nothing outside the demo. */
const DemoClock = lazyExtra(() =>
  import("./administration/DemoClockChip.tsx").then(({ DemoClockChip }) => DemoClockChip),
)

/** The keys that act on every page, and their list. */
const Shortcuts = lazyExtra(() => import("./Shortcuts.tsx").then((code) => code.Shortcuts))

const Palette = lazyDialog(
  () => import("./PalettePart.tsx").then(({ PalettePart }) => PalettePart),
  "palette.title",
  paletteDoor.giveUp,
)

/** What the person is told of, read when the bell is pressed. */
const Notices = lazyPart(
  chunk(() => import("./administration/NoticesPart.tsx").then((code) => code.Notices)),
  { within: true },
)

/** The guide at the side of the page. */
const Help = lazyDialog(() => import("./HelpPart.tsx").then(({ HelpPart }) => HelpPart), "help.title", helpDoor.giveUp)

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

/** What stands around every page inside: bars, help, toasts, palette, and what asks whether the person is still there. */
export const Frame = (props: {
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
        past={toasted.context.past.length}
        unread={useSyncExternalStore(unreadNotices.subscribe, unreadNotices.read)}
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
      <Notifications
        snapshot={toasted}
        send={sendToasts}
        notices={<Notices onLeave={() => sendToasts({ type: "list.closed" })} />}
      />
      {useSyncExternalStore(paletteDoor.subscribe, paletteDoor.read) > 0 && <Palette />}
      <Shortcuts />
      <IdlePrompting session={session} />
      <Renewing renewal={renewal} />
    </PersonContext>
  )
}
