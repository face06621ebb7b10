import { rightsLongPauseMillis, rightsPauseMillis } from "#schemas/constants.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { SessionContext } from "./sessionEvents.ts"

/** What a reading of rights leaves behind: ids that were asked for without success stay known, so that it is asked for once. */
export const rightsOf = ({ person, lacking }: SessionContext, now: SignedInPerson) =>
  now.accessIds.join() === person?.accessIds.join()
    ? { rightsRest: rightsLongPauseMillis, lacking }
    : { rightsRest: rightsPauseMillis, lacking: "" }
