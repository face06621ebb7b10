import { useSelector } from "@xstate/react"
import { useSyncExternalStore } from "react"
import type { ActorRefFrom } from "xstate"
import type { renewalMachine } from "#machines/session/renewal.machine.ts"
import { RenewalDialog } from "#views/layout/RenewalDialog.tsx"
import type { Renewals } from "./renewal.ts"

const Running = ({ actor }: { readonly actor: ActorRefFrom<typeof renewalMachine> }) => (
  <RenewalDialog snapshot={useSelector(actor, (snapshot) => snapshot)} send={actor.send} />
)

/** The dialog of the renewal on its way, if it asks. */
export const Renewing = ({ renewal }: { readonly renewal: Renewals["latest"] }) => {
  const actor = useSyncExternalStore(renewal.subscribe, renewal.read)
  return actor === null ? null : <Running actor={actor} />
}
