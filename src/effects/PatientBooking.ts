import type { AskedTimes, PatientDeed, PatientVerb } from "#schemas/scheduling/patientDeeds.ts"
import type { LinkDetails, OfferedTimes } from "#schemas/scheduling/patientBooking.ts"
import { patientLinkHeader } from "#schemas/scheduling/patientLink.ts"
import { problem, type ProblemName } from "#schemas/makeProblem.ts"

const paths: Readonly<Record<PatientVerb, string>> = {
  hold: "Hold",
  extend: "Extend",
  release: "Release",
  book: "Book",
  confirm: "Confirm",
  move: "Move",
  cancel: "Cancel",
  accept: "Accept",
  decline: "Decline",
  wait: "Wait",
}

const patienceMillis = 20_000

/** Ends a request that takes too long or is given up; phones of some years ago have no `AbortSignal.any`. */
const endOf = (given: AbortSignal | null | undefined): AbortSignal => {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  AbortSignal.timeout(patienceMillis).addEventListener("abort", end)
  given?.addEventListener("abort", end)
  return ending.signal
}

/** An answer of the server; fails with its problem, or with Unreachable where there was none. */
const call = async <Data>(token: string, path: string, init: RequestInit = {}): Promise<Data> => {
  const headers = { ...init.headers, [patientLinkHeader]: token }
  const answer = await fetch(`/api/Booking/${path}`, { ...init, headers, signal: endOf(init.signal) }).catch(
    () => undefined,
  )
  const body = (await answer?.json().catch(() => undefined)) as { data?: Data; problem?: ProblemName } | undefined
  if (answer?.ok === true && body?.data !== undefined) return body.data
  throw body?.problem === undefined ? problem("Unreachable", "The server could not be reached.") : body
}

/**
 * What the patient's page asks the server by a link. It is the one page without Effect and the contract's client:
 * both weigh more than the page (docs/decisions/062-patient-links.md).
 */
export const patientBookingOf = (token: string) => {
  const read = (signal: AbortSignal | null = null) => call<LinkDetails>(token, "GetLink", { signal })
  return {
    read,
    /** Says once that a person looks at the page; that it could not be said changes nothing on it. */
    open: async (): Promise<void> => {
      const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() }
      await call(token, "Open", { method: "POST", headers, body: "{}" }).catch(() => undefined)
    },
    readTimes: ({ hashedId, startDate }: AskedTimes, signal: AbortSignal) =>
      call<OfferedTimes>(
        token,
        `GetTimes?${new URLSearchParams({ hashedId, ...(startDate === null ? {} : { startDate }) }).toString()}`,
        { signal },
      ),
    /** Does something and gives what the link shows then. It is sent once more with its id where no answer came. */
    act: async ({ verb, slotId, hashedId }: PatientDeed): Promise<LinkDetails> => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify({ ...(slotId === null ? {} : { slotId }), ...(hashedId === null ? {} : { hashedId }) }),
      }
      const once = () => call(token, paths[verb], init)
      await once().catch((failure: { readonly problem?: ProblemName }) =>
        failure.problem === "Unreachable" ? once() : Promise.reject(failure as Error),
      )
      return read()
    },
  }
}
