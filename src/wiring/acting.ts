import { createActor } from "xstate"
import { endWork } from "#effects/Companies.ts"
import { beginAnewAt } from "./leaving.ts"
import { operation } from "./operation.ts"

const ending = operation(endWork)
let isEnding = false

/** Works for one's own company again: every page begins anew. A second press while it is under way is none. */
export const endActing = (): void => {
  if (isEnding) return
  isEnding = true
  const actor = createActor(ending, { input: undefined })
  actor.subscribe({ complete: () => beginAnewAt("/dashboard"), error: () => beginAnewAt("/dashboard") })
  actor.start()
}
