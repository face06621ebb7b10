import { Deferred, Effect } from "effect"
import type { SimulatedCall } from "./callBook.ts"
import type { CallPlan } from "./callPlan.ts"
import type { CallRequest, CallRequests } from "./callRequests.ts"

/** Where the steps of a call are reported, and which of them. */
export type ReportTarget = {
  /** Empty for nowhere. */
  readonly address: string
  readonly method: "GET" | "POST"
  readonly events: ReadonlyArray<string>
}

/** The webhooks of one call, one after the other. */
export type CallReports = {
  /** A step of the call: `initiated`, `ringing`, `answered` or `completed`. */
  readonly step: (event: string, status: string, more?: Record<string, string>) => void
  /** Another report about the call; ends when it was answered, or at once where the plan holds it back. */
  readonly send: (request: CallRequest) => Effect.Effect<void>
  /** Sends what was held back, and waits until all is answered or given up. */
  readonly finish: Effect.Effect<void>
}

const places = ["City", "State", "Zip", "Country"].flatMap((part) =>
  ["Called", "Caller", "From", "To"].map((side) => [side + part, ""]),
)

/** The fields of every request about a call. */
export const callFields = (accountSid: string, call: SimulatedCall, status: string): Record<string, string> => ({
  ...Object.fromEntries(places),
  AccountSid: accountSid,
  ApiVersion: "2010-04-01",
  Called: call.to,
  Caller: call.from,
  CallSid: call.sid,
  CallStatus: status,
  Direction: call.direction,
  From: call.from,
  To: call.to,
  ...(call.parent === null ? {} : { ParentCallSid: call.parent }),
})

type Parts = {
  readonly accountSid: string
  readonly call: SimulatedCall
  readonly style: CallPlan["reports"]
  readonly request: CallRequests
  /** Starts something that goes on when the call is interrupted. */
  readonly start: (effect: Effect.Effect<void>) => void
  readonly now: () => number
}

/** Starts the reports of a call to `target`. */
export const startCallReports = (parts: Parts, target: ReportTarget): CallReports => {
  const { accountSid, call, style, request, start, now } = parts
  const held: Array<CallRequest> = []
  let last: Effect.Effect<void> = Effect.void
  let sequence = 0

  const sendAfterLast = (one: CallRequest): Effect.Effect<void> => {
    const before = last
    const done = Deferred.makeUnsafe<void>()
    last = Deferred.await(done)
    start(before.pipe(Effect.andThen(request(one)), Effect.ensuring(Deferred.succeed(done, undefined)), Effect.asVoid))
    return last
  }
  const send = (one: CallRequest): Effect.Effect<void> => {
    if (style === "once") return sendAfterLast(one)
    if (style !== "none") held.push(one)
    return Effect.void
  }

  return {
    step: (event, status, more = {}) => {
      if (target.address === "" || !target.events.includes(event)) return
      const form = {
        ...callFields(accountSid, call, status),
        ...more,
        CallbackSource: "call-progress-events",
        SequenceNumber: String(sequence),
        Timestamp: new Date(now()).toUTCString().replace("GMT", "+0000"),
      }
      sequence += 1
      void send({ address: target.address, method: target.method, form })
    },
    send,
    finish: Effect.suspend(() => {
      const order = style === "twiceBackwards" ? held.toReversed().flatMap((one) => [one, one]) : held
      for (const one of order) void sendAfterLast(one)
      return last
    }),
  }
}
