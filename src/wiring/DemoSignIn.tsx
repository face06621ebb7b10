import { useActorRef, useSelector } from "@xstate/react"
import { fromPromise } from "xstate"
import { readDemoSignIn } from "#effects/demoSignIn.ts"
import type { DemoSignIn as DemoAccounts } from "#schemas/session/authConfig.ts"
import { DemoSignInView } from "#views/session/DemoSignInView.tsx"

const reading = fromPromise<DemoAccounts | null>(readDemoSignIn)

/** The demo's accounts at the sign-in screen; nothing outside the demo, or where they could not be read. */
export const DemoSignIn = ({ onChoose }: { readonly onChoose: (email: string) => void }) => {
  const demo = useSelector(useActorRef(reading), ({ output }) => output as DemoAccounts | null | undefined) ?? null
  return demo === null ? null : <DemoSignInView demo={demo} onChoose={onChoose} />
}
