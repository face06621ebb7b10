import { Context, Effect } from "effect"
import { Database } from "./Database.ts"
import { EventStore } from "./EventStore.ts"

/** The store as it is where a layer is made: what handlers and work that starts later are provided with. */
export const storeServices = Effect.map(Effect.context<Database | EventStore>(), Context.pick(Database, EventStore))
