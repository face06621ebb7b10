import { fromPromise } from "xstate"
import { patientBookingMachine } from "#machines/scheduling/patientBooking.machine.ts"
import { patientBookingOf } from "#effects/PatientBooking.ts"
import { heldMillis, type AskedTimes, type PatientDeed } from "#schemas/scheduling/patientDeeds.ts"
import type { LinkDetails, OfferedTimes, PatientVisit } from "#schemas/scheduling/patientBooking.ts"

/** When holds end, on this device's own clock: the server's may be another one. */
const deadlines = new WeakMap<PatientVisit, number>()

const noteDeadline = (link: LinkDetails): LinkDetails => {
  const { visit } = link
  if (visit !== null) deadlines.set(visit, performance.now() + heldMillis(visit))
  return link
}

/** How long a visit's seat is still held, in whole seconds; ticks while someone looks. */
export const secondsLeft = {
  subscribe: (changed: () => void): (() => void) => {
    const timer = setInterval(changed, 1_000)
    return () => clearInterval(timer)
  },
  read: (visit: PatientVisit): number =>
    Math.max(0, Math.ceil(((deadlines.get(visit) ?? 0) - performance.now()) / 1_000)),
}

/** Once someone looks: a page that is loaded ahead, or in a tab behind others, waits for it. */
const onceSeen = (then: () => void): void => {
  if (document.visibilityState === "visible") return then()
  document.addEventListener("visibilitychange", () => onceSeen(then), { once: true })
}

/** The chart of the patient's page with the calls that are made by a token. */
export const patientPage = (token: string) => {
  const { read, open, readTimes, act } = patientBookingOf(token)
  let isCounted = false
  /** Counts the page as opened, once, where its link came with a campaign's text. */
  const count = (link: LinkDetails): LinkDetails => {
    if (!isCounted && link.purpose === "book") onceSeen(() => void open())
    isCounted = true
    return link
  }
  return patientBookingMachine.provide({
    actors: {
      read: fromPromise<LinkDetails>(async ({ signal }) => count(noteDeadline(await read(signal)))),
      readTimes: fromPromise<OfferedTimes, AskedTimes>(({ input, signal }) => readTimes(input, signal)),
      act: fromPromise<LinkDetails, PatientDeed>(async ({ input }) => noteDeadline(await act(input))),
    },
  })
}
