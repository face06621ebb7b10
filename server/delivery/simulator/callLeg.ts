import { Effect } from "effect"
import type { CallStatus, Heard, SimulatedCall } from "./callBook.ts"
import type { CallClock, Over } from "./callClock.ts"
import type { CallFate } from "./callFate.ts"
import type { Person } from "./callPerson.ts"
import type { CallReports } from "./callReports.ts"

/** One phone that is called, with what is told of it. Steps change the call and report it. */
export type Leg = {
  readonly call: SimulatedCall
  readonly clock: CallClock
  readonly person: Person
  readonly reports: CallReports
  readonly hear: (what: Heard["what"], text: string) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const change = ({ call, now }: Leg, status: CallStatus) => {
  call.status = status
  call.updated = now()
}

/** Ends a call, once. An answered one has its length from the answer on. */
export const endLeg = (
  leg: Leg,
  status: CallStatus,
  answeredAt: number | null,
  more: Readonly<Record<string, string>>,
): void => {
  const { call, clock, reports, now } = leg
  change(leg, status)
  call.ended = now()
  call.seconds = answeredAt === null ? 0 : Math.ceil((clock.passed() - answeredAt) / 1_000)
  const { recording, answeredBy } = call
  reports.step("completed", status, {
    CallDuration: String(call.seconds),
    Duration: String(Math.ceil(call.seconds / 60)),
    ...(answeredBy === null ? {} : { AnsweredBy: answeredBy }),
    ...(recording === null
      ? {}
      : {
          RecordingSid: recording.sid,
          RecordingUrl: recording.address,
          RecordingDuration: String(recording.seconds),
        }),
    ...more,
  })
}

const endings = {
  NoAnswer: { status: "no-answer", sipCode: "487" },
  Busy: { status: "busy", sipCode: "486" },
} as const

/**
 * Rings a phone until its fate comes, for at most `ringSeconds`. Gives who answered
 * and when, by the call's own time; null when nobody did, and then the call has ended.
 */
export const ring = Effect.fnUntraced(function* (
  leg: Leg,
  ringsAfter: number,
  ringSeconds: number,
): Effect.fn.Return<{ readonly fate: CallFate; readonly at: number } | null, Over> {
  const { clock, person, reports, call, now } = leg
  reports.step("initiated", "initiated")
  yield* clock.pass(ringsAfter)
  change(leg, "ringing")
  reports.step("ringing", "ringing")
  const fate = yield* person.pickUp(ringSeconds * 1_000)
  if (fate._tag === "Failed") {
    endLeg(leg, "failed", null, { ErrorCode: fate.errorCode, SipResponseCode: fate.sipCode })
    return null
  }
  if (fate._tag === "NoAnswer" || fate._tag === "Busy") {
    const { status, sipCode } = endings[fate._tag]
    endLeg(leg, status, null, { SipResponseCode: sipCode })
    return null
  }
  change(leg, "in-progress")
  call.answered = now()
  reports.step("answered", "in-progress")
  return { fate, at: clock.passed() }
})
