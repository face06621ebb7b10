import { Effect, type Scope } from "effect"

/**
 * Holds a name among the tabs of this browser until the scope ends; a closed tab's
 * lock passes on. A browser without locks lets every tab in.
 */
export const tabLock = (name: string): Effect.Effect<void, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<() => void>((resume) => {
      const locks = globalThis.navigator.locks as LockManager | undefined
      if (locks === undefined) return resume(Effect.succeed(() => undefined))
      const waiting = new AbortController()
      let release = (): void => undefined
      const hold = () =>
        new Promise<void>((done) => {
          release = done
          resume(Effect.succeed(done))
        })
      locks.request(name, { signal: waiting.signal }, hold).catch(() => undefined)
      return Effect.sync(() => {
        waiting.abort()
        release()
      })
    }),
    (release) => Effect.sync(release),
    { interruptible: true },
  )
