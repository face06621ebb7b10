import { useSelector } from "@xstate/react"
import type { ActorRefFrom } from "xstate"
import type { idleMachine } from "#machines/session/idle.machine.ts"
import { IdlePrompt } from "#views/session/IdlePrompt.tsx"
import type { Session } from "./session.ts"

/** The prompt of the running session's idle chart. */
export const IdlePrompting = ({ session }: { readonly session: Session }) => {
  const idle = useSelector(session, ({ children }) => children["idle"] as ActorRefFrom<typeof idleMachine> | undefined)
  const snapshot = useSelector(idle, (seen) => seen)
  return idle === undefined || snapshot === undefined ? null : (
    <IdlePrompt snapshot={snapshot} send={idle.send} onLogout={() => session.send({ type: "signOut.pressed" })} />
  )
}
