import { createActor } from "xstate"
import { endActing } from "#effects/endActing.ts"
import { reloadAt } from "./leaving.ts"
import type { Operation } from "./operation.ts"

/** Works for one's own company again: every page begins again. A second press while it is under way is none. */
export const makeEndActing = (operation: Operation): (() => void) => {
  const ending = operation(endActing)
  let isEnding = false
  return () => {
    if (isEnding) return
    isEnding = true
    const actor = createActor(ending, { input: undefined })
    actor.subscribe({ complete: () => reloadAt("/dashboard"), error: () => reloadAt("/dashboard") })
    actor.start()
  }
}
