import { Effect, Exit } from "effect"
import { isProblem } from "#schemas/problem.ts"
import { isUndecided } from "#schemas/session/problems.ts"

/** A draft is the same as long as it says the same, however often it was changed and changed back. */
export const saysTheSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/** A file chosen again is another object; the server refuses another content under the same key. */
export const isSameFile = (left: File, right: File): boolean =>
  left.name === right.name && left.size === right.size && left.lastModified === right.lastModified

const isAnswered = (exit: Exit.Exit<unknown, unknown>): boolean =>
  Exit.match(exit, {
    onSuccess: () => true,
    onFailure: (cause) =>
      cause.reasons.some((one) => one._tag === "Fail" && isProblem(one.error) && !isUndecided(one.error)),
  })

/**
 * Remembers the key by which the server knows a command again (`Idempotency-Key`), for one
 * place that sends commands. A command whose answer was lost keeps its key while its input
 * is the same, so that the answer the server stored decides; another input, or one that was
 * answered, is another command and gets a new key.
 * @param isSame whether two inputs ask for the same.
 * @returns sends a command under its key; the last one at most is remembered as unanswered.
 */
export const rememberingKey = <I>(isSame: (left: I, right: I) => boolean) => {
  let unanswered: { readonly input: I; readonly key: string } | null = null
  return <A, E, R>(input: I, send: (key: string) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const key = unanswered !== null && isSame(unanswered.input, input) ? unanswered.key : crypto.randomUUID()
      unanswered = { input, key }
      return Effect.onExit(send(key), (exit) =>
        Effect.sync(() => {
          if (isAnswered(exit) && unanswered?.key === key) unanswered = null
        }),
      )
    })
}
