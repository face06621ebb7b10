import { Effect } from "effect"
import type { SimulatedCall } from "./callBook.ts"
import type { CallClock, Over } from "./callClock.ts"
import type { CallFate } from "./callFate.ts"
import { type CallPlan, keyPressed } from "./callPlan.ts"
import type { GatherVerb, RecordVerb } from "./twiml.ts"

/** What was typed at a menu, without the key that finished it. */
export type Typed = { readonly digits: string; readonly isFinished: boolean }

/** What was recorded; `endedBy` is the key that ended it, empty for silence. */
export type Spoken = { readonly seconds: number; readonly endedBy: string }

/** Who has the phone in the hand. Times are milliseconds of the call's own time. */
export type Person = {
  /** Lets it ring, for at most so long. */
  readonly pickUp: (within: number) => Effect.Effect<CallFate, Over>
  /** Listens to the words of a menu and types. */
  readonly type: (gather: GatherVerb, words: string, listen: Effect.Effect<void, Over>) => Effect.Effect<Typed, Over>
  readonly speak: (record: RecordVerb) => Effect.Effect<Spoken, Over>
  /** Ends when they hang up by hand; what a plan has is in the clock's agenda. */
  readonly hangUp: Effect.Effect<void>
}

/** What is made of a key at a menu that takes several: the key that finishes follows it, if there is one. */
export const typedOf = (gather: GatherVerb, key: string): Typed & { readonly isComplete: boolean } => {
  if (key === gather.finishKey) return { digits: "", isFinished: true, isComplete: true }
  return { digits: key, isFinished: false, isComplete: gather.most === 1 }
}

/** What a recorder takes for the end of a message, in milliseconds. */
export const silence = 5_000

/** A person, a machine or a network, as the plan has them. */
export const plannedPerson = (
  plan: CallPlan,
  seed: string,
  call: SimulatedCall,
  clock: CallClock,
  pressed: (key: string) => void,
): Person => {
  const { fate } = plan
  const waitForNothing = (gather: GatherVerb, digits = ""): Effect.Effect<Typed, Over> =>
    Effect.as(clock.pass(gather.seconds * 1_000), { digits, isFinished: false })

  const press = Effect.fnUntraced(function* (gather: GatherVerb, key: string) {
    pressed(key)
    const { isComplete, ...typed } = typedOf(gather, key)
    if (isComplete) return typed
    if (gather.finishKey === "") return yield* waitForNothing(gather, typed.digits)
    yield* clock.pass(500)
    pressed(gather.finishKey)
    return { digits: typed.digits, isFinished: true }
  })

  return {
    pickUp: (within) =>
      fate._tag === "NoAnswer" || plan.fateAfter > within
        ? Effect.as(clock.pass(within), { _tag: "NoAnswer" } as const)
        : Effect.as(clock.pass(plan.fateAfter), fate),
    type: Effect.fnUntraced(function* (gather, words, listen) {
      yield* listen
      const choice = fate._tag === "Human" ? keyPressed(fate.presses, seed, call.to, words) : null
      if (choice === null || choice.after > gather.seconds * 1_000) return yield* waitForNothing(gather)
      yield* clock.pass(choice.after)
      return yield* press(gather, choice.key)
    }),
    speak: Effect.fnUntraced(function* ({ mostSeconds, finishKeys }) {
      const millis = fate._tag === "Human" ? Math.min(fate.speaksFor, mostSeconds * 1_000) : 0
      yield* clock.pass(millis)
      const seconds = Math.round(millis / 1_000)
      if (millis === 0 || !finishKeys.includes("#"))
        return yield* Effect.as(clock.pass(silence), { seconds, endedBy: "" })
      pressed("#")
      return { seconds, endedBy: "#" }
    }),
    hangUp: Effect.never,
  }
}
