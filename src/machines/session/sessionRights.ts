import { rightsLongPauseMillis, rightsPauseMillis } from "#schemas/constants.ts"
import type { Problem } from "#schemas/problem.ts"
import { loggedInAs } from "#schemas/session/loginGroup.ts"
import type { LoginOutcome, SignedInPerson } from "#schemas/session/outcome.ts"
import type { SessionContext } from "./sessionEvents.ts"

/** What a reading of rights leaves behind: ids that were asked for without success stay known, so that it is asked for once. */
const rightsOf = ({ person, lacking }: SessionContext, now: SignedInPerson) =>
  now.accessIds.join() === person?.accessIds.join()
    ? { rightsRest: rightsLongPauseMillis, lacking }
    : { rightsRest: rightsPauseMillis, lacking: "" }

/** Who is in, and since when; nothing where the login call let no one in. */
export const personIn = (context: SessionContext, outcome: LoginOutcome): Partial<SessionContext> =>
  outcome.outcome === "signedIn"
    ? {
        person: outcome.person,
        signedInAt: outcome.at,
        login: loggedInAs(outcome.person),
        problem: null,
        ...rightsOf(context, outcome.person),
      }
    : {}

/** Whether a reading of rights got no answer: only then is a look at the page, or a network that is back, a reason to read again. */
export const isCutOff = ({ problem }: Problem): boolean => ["Unreachable", "BadGateway"].includes(problem)
