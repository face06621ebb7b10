import { Context, Effect, Exit, Layer } from "effect"
import { isProblem } from "#schemas/problem.ts"
import { isUndecided } from "#schemas/session/problems.ts"

/** Whether two inputs of a command ask for the same deed. */
export type Sameness<I> = (left: I, right: I) => boolean

/** A draft is the same as long as it says the same, however often it was changed and changed back. */
export const saysTheSame: Sameness<unknown> = (left, right) => JSON.stringify(left) === JSON.stringify(right)

/** A kind of command, as one place of the page sends it. */
export type Deed<I> = { readonly isSame: Sameness<I> }

type Unanswered = { readonly input: unknown; readonly key: string }

const isAnswered = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.match(exit, {
    onSuccess: () => true,
    onFailure: (cause) =>
      cause.reasons.some((one) => one._tag === "Fail" && isProblem(one.error) && !isUndecided(one.error)),
  })

/**
 * The keys by which the server knows a command again (`Idempotency-Key`). A command
 * whose answer was lost keeps its key while its input is the same, so that the
 * answer the server stored decides; another input, or one that was answered, is
 * another deed and gets a new key.
 */
export class CommandKeys extends Context.Service<
  CommandKeys,
  {
    /** Sends a command under its key. Of each deed one command at most is remembered as unanswered: the last. */
    readonly sending: <I, A, E, R>(
      deed: Deed<I>,
      input: I,
      send: (key: string) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
  }
>()("admin-view/effects/CommandKeys") {
  static readonly layer = Layer.sync(CommandKeys, () => {
    const unanswered = new WeakMap<object, Unanswered>()
    const keyOf = <I>(deed: Deed<I>, input: I): string => {
      const last = unanswered.get(deed)
      return last !== undefined && deed.isSame(last.input as I, input) ? last.key : crypto.randomUUID()
    }
    return CommandKeys.of({
      sending: (deed, input, send) =>
        Effect.suspend(() => {
          const key = keyOf(deed, input)
          unanswered.set(deed, { input, key })
          return Effect.onExit(send(key), (exit) =>
            Effect.sync(() => {
              if (isAnswered(exit) && unanswered.get(deed)?.key === key) unanswered.delete(deed)
            }),
          )
        }),
    })
  })
}
