import { Layer, ManagedRuntime } from "effect"
import { ApiClient } from "#effects/ApiClient.ts"
import { apiBase } from "#effects/authConfig.ts"
import { Feed } from "#effects/Feed.ts"
import { Kept } from "#effects/Kept.ts"
import { Presence } from "#effects/Presence.ts"
import { Session } from "#effects/Session.ts"
import { SessionStore } from "#effects/SessionStore.ts"
import { SignIn } from "#effects/SignIn.ts"
import { Token } from "#effects/Token.ts"
import { areRightsResting } from "./keptJournal.ts"
import { renewalLayer } from "./renewal.ts"
import { session } from "./session.ts"

/** A provider that learns slowly is not asked again because somebody reloads the page; the next answers say it too. */
const tellRightsChanged = (isRefused: boolean, lacking: string): void => {
  if (isRefused) session.send({ type: "standing.changed" })
  else if (!areRightsResting()) session.send({ type: "rights.changed", lacking })
}

const kept = Layer.mergeAll(SessionStore.layer, SignIn.layer)
const token = renewalLayer.pipe(Layer.provideMerge(Token.layer), Layer.provideMerge(kept))
const api = ApiClient.layerAt(apiBase, tellRightsChanged).pipe(Layer.provideMerge(token))
const services = Layer.mergeAll(Session.layer, Feed.layer, Presence.layer, Kept.layer).pipe(Layer.provideMerge(api))

/** Every service of the browser. */
export type Services = Layer.Success<typeof services>

/** The one runtime of the page; loaded after first paint. */
export const runtime = ManagedRuntime.make(services)
