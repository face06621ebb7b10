import { Effect, type Scope } from "effect"
import type { Problem } from "#schemas/problem.ts"
import { popupPollMillis } from "#schemas/session/interaction.ts"
import { signInFailed } from "#schemas/session/problems.ts"
import { onAnswer } from "./answerChannel.ts"
import { isOwnProvider, type Library } from "./signInLibrary.ts"

/** The sign-in window that is open, and whether the provider's answer came. */
type Watched = { opened: Window | null; answered: boolean }

/**
 * Watches the sign-in window that opens next, until the scope ends; a window that is
 * still open then is closed, since no one waits for it any more.
 */
export const watchWindows = (library: Library): Effect.Effect<Watched, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const watched: Watched = { opened: null, answered: false }
        const forget = library.onWindow((opened) => void (watched.opened = opened))
        const stopListening = onAnswer(() => void (watched.answered = true))
        return { watched, forget, stopListening }
      }),
      ({ watched, forget, stopListening }) =>
        Effect.sync(() => {
          forget()
          stopListening()
          watched.opened?.close()
        }),
    ),
    ({ watched }) => watched,
  )

/** An answer is announced before its window closes, but may be heard after. */
const graceMillis = 1_000

/**
 * Fails when the person closed the window without an answer: the library's own way
 * of waiting does not notice. Never ends otherwise; and never for a foreign provider,
 * whose pages cut the tie to their opener, so that an open window reads as closed.
 */
export const closedByHand = (library: Library, watched: Watched): Effect.Effect<never, Problem> =>
  isOwnProvider(library)
    ? Effect.gen(function* () {
        while (watched.opened?.closed !== true) yield* Effect.sleep(popupPollMillis)
        yield* Effect.sleep(graceMillis)
        return yield* watched.answered ? Effect.never : Effect.fail(signInFailed("user_cancelled"))
      })
    : Effect.never
