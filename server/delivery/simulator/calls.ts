import { Clock, Effect, Fiber, FiberSet, Queue, type Scope } from "effect"
import { type CallBook, isOver, type SimulatedCall } from "./callBook.ts"
import { type CallClock, makeCallClock } from "./callClock.ts"
import { type Connect, dialFrom } from "./callDial.ts"
import type { Leg } from "./callLeg.ts"
import { type Person, plannedPerson } from "./callPerson.ts"
import { type CallBehaviour, type CallPlan, planCall } from "./callPlan.ts"
import { type Line, resolved } from "./callPlay.ts"
import { callFields, type ReportTarget, startCallReports } from "./callReports.ts"
import type { CallRequests } from "./callRequests.ts"
import { type CallChange, type PlacedCall, runCall } from "./callRun.ts"
import { type Hands, openHands } from "./hands.ts"
import { makeRecorder } from "./recordings.ts"
import type { Workload } from "./workload.ts"

/** The phones behind the simulated carrier. */
export type Calls = {
  readonly planFor: (to: string) => CallPlan
  /** Takes a call: it is in the book at once. `place` then lets its plan happen. */
  readonly accept: (placed: PlacedCall) => SimulatedCall
  readonly place: (call: SimulatedCall, placed: PlacedCall, plan: CallPlan) => void
  readonly hands: Hands
  /** How long each document was waited for, in milliseconds: of the newest. */
  readonly waits: () => ReadonlyArray<number>
  /** Changes a running call; one that is over stays as it is. */
  readonly change: (call: SimulatedCall, change: CallChange) => void
}

/** How calls go, whose they are, and where the carrier listens. */
export type CallsConfig = {
  readonly accountSid: string
  readonly behaviour: CallBehaviour
  readonly seed: string
  readonly speed: number
  readonly url: () => string
}

/** So many waits for documents are remembered. */
const mostWaits = 100_000

const newSid = (): string => `CA${crypto.randomUUID().replaceAll("-", "")}`

/** Starts the phones; ends with the scope. */
export const startCalls = (
  config: CallsConfig,
  book: CallBook,
  request: CallRequests,
  workload: Workload,
): Effect.Effect<Calls, never, Scope.Scope> =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const run = yield* FiberSet.makeRuntime<never, unknown, never>()
    const { accountSid, seed } = config
    const running = new Map<string, Queue.Queue<CallChange>>()
    const now = () => clock.currentTimeMillisUnsafe()
    const hands = openHands(clock)
    const waits: Array<number> = []
    const noteWait = (nanos: bigint) => {
      waits.push(Number(nanos) / 1_000_000)
      if (waits.length > 2 * mostWaits) waits.splice(0, mostWaits)
    }
    const hearIn =
      (call: SimulatedCall): Leg["hear"] =>
      (what, text) =>
        void call.heard.push({ what, text, at: now() })
    const recorder = makeRecorder({ accountSid, url: config.url, now }, book)

    const planFor = (to: string) => planCall(config.behaviour, seed, to, book.ofPhone(to).length)

    const write = (call: Pick<SimulatedCall, "direction" | "parent" | "from" | "to" | "key">): SimulatedCall => {
      const open = { status: "queued", answered: null, ended: null, seconds: null, answeredBy: null } as const
      const made = { sid: newSid(), ...call, ...open, created: now(), updated: now(), heard: [], recording: null }
      book.add(made)
      return made
    }

    const legOf = (call: SimulatedCall, plan: CallPlan, target: ReportTarget, callClock: CallClock): Leg => {
      const hear = hearIn(call)
      const start = (effect: Effect.Effect<void>) => void run(effect)
      return {
        call,
        clock: callClock,
        person: plannedPerson(plan, seed, call, callClock, (key) => hear("pressed", key)),
        reports: startCallReports({ accountSid, call, style: plan.reports, request, start, now }, target),
        hear,
        now,
      }
    }

    /** A phone in the hand takes the plan's place, and all the time it needs. */
    const inHand = (call: SimulatedCall, placed: PlacedCall, plan: CallPlan) =>
      Effect.gen(function* () {
        const callClock = makeCallClock(clock, Math.min(config.speed, 1))
        const person: Person = yield* hands.personFor(call.sid, call.to, callClock, (key) =>
          hearIn(call)("pressed", key),
        )
        return { ...legOf(call, plan, placed.reports, callClock), person }
      })

    const connect: Connect = ({ call: { from, sid }, clock: callClock }, verb, document) => {
      const plan = planFor(verb.number)
      const own = { direction: "outbound-dial", parent: sid, key: "" } as const
      const call = write({ ...own, from: verb.callerId ?? from, to: verb.number })
      const { address, method } = verb.reportTo
      const target = { address: address === "" ? "" : resolved(verb.reportTo, document).address, method }
      return { plan, leg: legOf(call, plan, { ...target, events: verb.reportEvents }, callClock) }
    }

    const lineOf = (leg: Leg, { fallback }: PlacedCall): Line => ({
      ...leg,
      fallback,
      // By a fiber of its own, because a request that has begun is not taken back.
      ask: ({ address, method }, fields) =>
        Effect.suspend(() => {
          const form = { ...callFields(accountSid, leg.call, leg.call.status), ...fields }
          const began = clock.monotonicTimeNanosUnsafe()
          const asked = Effect.tap(request({ address, method, form }), () =>
            Effect.sync(() => noteWait(clock.monotonicTimeNanosUnsafe() - began)),
          )
          return Fiber.join(run(asked))
        }),
      keepRecording: (verb, document, seconds) => {
        const { fields, report } = recorder.keep(leg.call, verb, document, seconds)
        if (report !== null) run(leg.reports.send(report))
        return fields
      },
      dial: dialFrom(leg, connect, ({ reports }) => run(reports.finish)),
    })

    return {
      planFor,
      accept: ({ from, to, key }) => write({ direction: "outbound-api", parent: null, from, to, key }),
      place: (call, placed, plan) => {
        workload.begin()
        const live = Effect.gen(function* () {
          const leg = hands.isHeld(call.to)
            ? yield* inHand(call, placed, plan)
            : legOf(call, plan, placed.reports, makeCallClock(clock, config.speed))
          const changes = yield* Queue.unbounded<CallChange>()
          running.set(call.sid, changes)
          yield* runCall(lineOf(leg, placed), accountSid, placed, plan.ringsAfter, changes)
        })
        const end = Effect.sync(() => {
          running.delete(call.sid)
          hands.forget(call.sid)
          workload.finish()
        })
        run(Effect.ensuring(live, end))
      },
      hands,
      waits: () => waits.slice(-mostWaits),
      change: (call, change) => {
        const changes = running.get(call.sid)
        if (changes !== undefined && !isOver(call)) Queue.offerUnsafe(changes, change)
      },
    }
  })
