import { DateTime, Effect } from "effect"
import type { DemoClock, HandAct } from "#schemas/administration/demo.ts"
import type { Problem } from "#schemas/problem.ts"
import { DemoGroup } from "#schemas/administration/demoCalls.ts"
import type { ApiClient } from "./ApiClient.ts"
import { callApi } from "./ApiClient.ts"

const asRead = (clock: DemoClock) => ({ clock, millis: DateTime.toEpochMillis(DateTime.makeUnsafe(clock.now)) })

const getClock = Effect.map(
  callApi(DemoGroup, (api) => api.GetClock({})),
  ({ data }) => data,
)

/** The demo clock; `NotFound` outside the demo. */
export const readDemoClock = Effect.map(getClock, asRead)

/** Nine in the morning in the clock's zone, the next time it comes. */
const nextMorning = ({ now, zone }: DemoClock): DateTime.Utc => {
  const here = DateTime.makeZonedUnsafe(now, { timeZone: zone })
  const nine = DateTime.setParts(here, { hour: 9, minute: 0, second: 0, millisecond: 0 })
  return DateTime.toUtc(DateTime.isGreaterThan(nine, here) ? nine : DateTime.add(nine, { days: 1 }))
}

const targets = {
  hourLater: (clock: DemoClock): string =>
    DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(clock.now), { hours: 1 })),
  nextMorning: (clock: DemoClock): string => DateTime.formatIso(nextMorning(clock)),
  realTime: (): null => null,
}

/** Moves the demo clock from where it stands on the server, and answers where it stands then. */
export const moveDemoClock = (
  move: keyof typeof targets,
): Effect.Effect<ReturnType<typeof asRead>, Problem, ApiClient> =>
  Effect.gen(function* () {
    const clock = yield* getClock
    const moved = yield* callApi(DemoGroup, (api) => api.MoveClock({ payload: { now: targets[move](clock) } }))
    return asRead(moved.data)
  })

/** The phones of the company's people, or those that were searched; the text travels in the body, never in an address. */
export const readHandsets = ({ search }: { readonly search?: string }) =>
  callApi(DemoGroup, (api) =>
    search === undefined ? api.GetHandsets({}) : api.SearchHandsets({ payload: { search } }),
  )

/** One phone with its texts. The number travels in the body, never in an address. */
export const readHandset = (payload: { readonly phone: string }) =>
  callApi(DemoGroup, (api) => api.GetHandset({ payload }))

/** Does something with a call on a phone in the hand. */
export const actOnCall = (payload: { readonly phone: string; readonly call: string; readonly act: HandAct }) =>
  Effect.map(
    callApi(DemoGroup, (api) => api.ActOnCall({ payload })),
    ({ data }) => data,
  )

/** Sends a reply from a phone; it comes back to us through the signed webhook. */
export const sendReply = (payload: { readonly phone: string; readonly to: string; readonly text: string }) =>
  Effect.map(
    callApi(DemoGroup, (api) => api.SendReply({ payload })),
    ({ data }) => data,
  )
