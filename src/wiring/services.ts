import { makeEndActing } from "./acting.ts"
import { followLanguage } from "./followLanguage.ts"
import { followOwnRights } from "./ownRights.ts"
import { makePersistedJournal } from "./persistedJournal.ts"
import { makeOperations } from "./operation.ts"
import { makeRenewals } from "./renewal.ts"
import { makeRuntime } from "./runtime.ts"
import type { Session } from "./session.ts"
import { makeSessionServices } from "./sessionServices.ts"
import { followNotices } from "./unreadNotices.ts"
import { makeToasts } from "./toasts.ts"
import { makeCharts, makeTools } from "./tools.ts"

/**
 * Everything of the browser that needs Effect or the sign-in library, made once for
 * the session after first paint: each line is made of those above it.
 */
export const makeServices = (session: Session) => {
  const kept = makePersistedJournal(session)
  const renewals = makeRenewals(session)
  const runtime = makeRuntime({ session, renewals, kept })
  const toasts = makeToasts({ session, runtime, kept })
  followLanguage(session, toasts.show)
  followOwnRights(session, toasts.show)
  followNotices({ session, runtime })
  const { operation, running } = makeOperations({ session, runtime, showToast: toasts.show })
  const tools = makeTools({ operation, person: () => session.getSnapshot().context.person })
  return {
    ofSession: makeSessionServices({ session, runtime, operation }),
    charts: makeCharts(tools),
    endActing: makeEndActing(operation),
    renewal: renewals.latest,
    toasts: toasts.actor,
    operation,
    running,
  }
}

export type Services = ReturnType<typeof makeServices>
