import { Layer, ManagedRuntime } from "effect"
import { ApiClient } from "#effects/ApiClient.ts"
import { apiBase } from "#effects/authConfig.ts"
import { Feed } from "#effects/Feed.ts"
import { PersistedState } from "#effects/PersistedState.ts"
import { Presence } from "#effects/Presence.ts"
import { Session as SessionService } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"
import type { PersistedJournal } from "./persistedJournal.ts"
import type { Renewals } from "./renewal.ts"
import type { Session } from "./session.ts"

type Made = { readonly session: Session; readonly renewals: Renewals; readonly kept: PersistedJournal }

const servicesOf = ({ session, renewals, kept }: Made) => {
  /** A provider that learns slowly is not asked again because someone reloads the page; the next answers say it too. */
  const reportRightsChanged = (isRefused: boolean, lacking: string): void => {
    if (isRefused) session.send({ type: "account.changed" })
    else if (!kept.areRightsResting()) session.send({ type: "rights.changed", lacking })
  }
  const stored = Layer.mergeAll(SessionStore.layer, SignIn.layer)
  const token = renewals.layer.pipe(Layer.provideMerge(Token.layer), Layer.provideMerge(stored))
  const api = ApiClient.layerAt(apiBase, reportRightsChanged).pipe(Layer.provideMerge(token))
  return Layer.mergeAll(SessionService.layer, Feed.layer, Presence.layer, PersistedState.layer).pipe(
    Layer.provideMerge(api),
  )
}

/** Every service of the browser. */
export type Services = Layer.Success<ReturnType<typeof servicesOf>>

/** What runs the page's effects; its services are made when the first of them is asked for. */
export const makeRuntime = (made: Made) => ManagedRuntime.make(servicesOf(made))

export type Runtime = ReturnType<typeof makeRuntime>
