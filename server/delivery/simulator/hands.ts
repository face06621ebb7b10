import { type Clock, Deferred, Effect, Queue } from "effect"
import type { CallClock } from "./callClock.ts"
import { type CallFate, human, type Key, machine } from "./callFate.ts"
import { type Person, silence, type Spoken, type Typed } from "./callPerson.ts"
import type { GatherVerb, RecordVerb } from "./twiml.ts"

/** What someone with the phone in the hand does with a call that rings. */
const fates = {
  answer: human({ presses: "nothing" }),
  decline: { _tag: "Busy" },
  voicemail: machine(),
} as const satisfies Record<string, CallFate>

const isChoice = (act: string): act is keyof typeof fates => Object.hasOwn(fates, act)
const isKey = (act: string): act is Key => /^[0-9*#]$/.test(act)

/** Phones that someone has in the hand: calls to them wait for what is done there. */
export type Hands = {
  /** Keeps a phone in the hand for some seconds from now; when they are over, nobody answers it and whoever talks has hung up. */
  readonly hold: (number: string, seconds: number) => void
  readonly isHeld: (number: string) => boolean
  /** The calls that wait for a hand. */
  readonly waits: (callSid: string) => boolean
  /**
   * Answers (`answer`, `decline`, `voicemail`), presses a key, or hangs up (`hangUp`).
   * @returns false when the call does not wait for that
   */
  readonly act: (callSid: string, act: string) => boolean
  /** The person for a call to a phone in the hand, until `forget`. */
  readonly personFor: (
    callSid: string,
    number: string,
    clock: CallClock,
    pressed: (key: string) => void,
  ) => Effect.Effect<Person>
  readonly forget: (callSid: string) => void
}

type Grip = {
  readonly choice: Deferred.Deferred<CallFate>
  readonly hungUp: Deferred.Deferred<void>
  readonly keys: Queue.Queue<Key>
  /** What was chosen while it rang. */
  fate: CallFate | null
}

/** A recording by hand ends after this, in seconds, whatever the flow allows. */
const longestRecording = 120

const nothing: Typed = { digits: "", isFinished: false }

/** Listens, and takes keys from the first word on. */
const typeBy = (grip: Grip, clock: CallClock, pressed: (key: string) => void): Person["type"] =>
  Effect.fnUntraced(function* (gather: GatherVerb, _: string, listen) {
    const patience = clock.pass(gather.seconds * 1_000)
    let wait = Effect.andThen(listen, patience)
    let digits = ""
    yield* Queue.clear(grip.keys)
    while (gather.most === null || digits.length < gather.most) {
      const key = yield* Effect.raceFirst(Queue.take(grip.keys), Effect.as(wait, null))
      if (key === null) return { ...nothing, digits }
      pressed(key)
      if (key === gather.finishKey) return { digits, isFinished: true }
      digits += key
      wait = patience
    }
    return { digits, isFinished: false }
  })

/** Speaks until a key ends it. */
const speakBy = (grip: Grip, clock: CallClock, pressed: (key: string) => void): Person["speak"] =>
  Effect.fnUntraced(function* ({ finishKeys, mostSeconds }: RecordVerb): Effect.fn.Return<Spoken, "over"> {
    const began = clock.passed()
    yield* Queue.clear(grip.keys)
    const finished = Queue.take(grip.keys).pipe(Effect.repeat({ until: (key) => finishKeys.includes(key) }))
    const longest = clock.pass(Math.min(mostSeconds, longestRecording) * 1_000)
    const endedBy = yield* Effect.raceFirst(finished, Effect.as(longest, ""))
    if (endedBy !== "") pressed(endedBy)
    return { seconds: Math.round((clock.passed() - began) / 1_000), endedBy }
  })

/** Begins with no phone in any hand. */
export const openHands = (clock: Clock.Clock): Hands => {
  const heldUntil = new Map<string, number>()
  const grips = new Map<string, Grip>()
  const elapsed = () => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)
  const isHeld = (number: string) => (heldUntil.get(number) ?? 0) > elapsed()

  const begin = Effect.gen(function* () {
    const choice = yield* Deferred.make<CallFate>()
    const hungUp = yield* Deferred.make<void>()
    return { choice, hungUp, keys: yield* Queue.unbounded<Key>(), fate: null } as Grip
  })

  return {
    hold: (number, seconds) => void heldUntil.set(number, elapsed() + seconds * 1_000),
    isHeld,
    waits: (callSid) => grips.has(callSid),
    act: (callSid, act) => {
      const grip = grips.get(callSid)
      if (grip === undefined) return false
      if (isChoice(act)) return Deferred.doneUnsafe(grip.choice, Effect.succeed<CallFate>(fates[act]))
      if (grip.fate?._tag !== "Human") return false
      if (isKey(act)) return Queue.offerUnsafe(grip.keys, act)
      return act === "hangUp" && Deferred.doneUnsafe(grip.hungUp, Effect.void)
    },
    personFor: (callSid, number, callClock, pressed) =>
      Effect.map(begin, (grip): Person => {
        grips.set(callSid, grip)
        const putAway = Effect.sleep("1 second").pipe(Effect.repeat({ while: () => isHeld(number) }), Effect.asVoid)
        return {
          pickUp: (within) =>
            Effect.raceFirst(
              Deferred.await(grip.choice),
              Effect.as(callClock.pass(within), { _tag: "NoAnswer" } as const),
            ).pipe(Effect.tap((fate) => Effect.sync(() => (grip.fate = fate)))),
          type: typeBy(grip, callClock, pressed),
          speak: (record) =>
            grip.fate?._tag === "Machine"
              ? Effect.as(callClock.pass(silence), { seconds: 0, endedBy: "" })
              : speakBy(grip, callClock, pressed)(record),
          hangUp: Effect.suspend(() =>
            grip.fate?._tag === "Human" ? Effect.raceFirst(Deferred.await(grip.hungUp), putAway) : Effect.never,
          ),
        }
      }),
    forget: (callSid) => void grips.delete(callSid),
  }
}
