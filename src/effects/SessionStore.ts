import { Context, Effect, Layer } from "effect"
import { keptKey } from "./Kept.ts"

/** What is kept of a signed-in person, under the specification's names (spec §3). */
export type KeptPerson = {
  readonly userName: string
  readonly companyName: string
  readonly displayName: string
  readonly roles: string
  readonly userType: number
  readonly companyId: number
}

const personKeys = [
  "userName",
  "companyName",
  "displayName",
  "roles",
  "userType",
  "companyId",
  "authenticated",
] as const
const tokenKey = "token"
const pendingKey = "signInPending"
/** Under which the time of the last activity is kept, so that every tab knows it (spec §4). */
export const lastActivityKey = "lastActivity"

/** A storage that may be off, full or throwing: what it does not take, memory keeps until the page is left. */
const forgiving = (open: () => Storage) => {
  const memory = new Map<string, string>()
  const attempt = <A>(run: (storage: Storage) => A, otherwise: () => A): A => {
    try {
      return run(open())
    } catch {
      return otherwise()
    }
  }
  return {
    get: (key: string): string | null =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    // What storage holds stands nowhere else: another tab that takes it away takes it from here as well.
    set: (key: string, value: string): void =>
      attempt(
        (storage) => {
          storage.setItem(key, value)
          memory.delete(key)
        },
        () => void memory.set(key, value),
      ),
    remove: (key: string): void => {
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
    keys: (): ReadonlyArray<string> =>
      attempt(
        (storage) => Object.keys(storage),
        () => [],
      ),
  }
}

/**
 * What the browser keeps of a session: the access token under "token" and the
 * person's values in local storage (spec §3).
 * Never fails: a storage that throws is replaced by memory.
 */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    readonly token: Effect.Effect<string | null>
    readonly keepToken: (token: string) => Effect.Effect<void>
    readonly keepPerson: (person: KeptPerson) => Effect.Effect<void>
    /** The logged-in flag. */
    readonly authenticated: Effect.Effect<boolean>
    /** When somebody last acted in any tab, in wall milliseconds; null when that is not known. */
    readonly lastActivity: Effect.Effect<number | null>
    readonly keepActivity: (at: number) => Effect.Effect<void>
    /** Whether this tab left for the identity provider and has not yet read its answer. */
    readonly pending: Effect.Effect<boolean>
    readonly setPending: (pending: boolean) => Effect.Effect<void>
    /** What is ours of a session, in both storages; where the person wanted to go stays for who signs in next. */
    readonly clearOwn: Effect.Effect<void>
    /** Our keys and the sign-in library's, in both storages. */
    readonly clear: Effect.Effect<void>
  }
>()("admin-view/effects/SessionStore") {
  static readonly layer = Layer.sync(SessionStore, () => {
    const local = forgiving(() => globalThis.localStorage)
    const session = forgiving(() => globalThis.sessionStorage)
    const clearOwn = Effect.sync(() => {
      for (const key of [tokenKey, lastActivityKey, ...personKeys]) local.remove(key)
      for (const key of [pendingKey, keptKey]) session.remove(key)
    })
    const clearLibrary = Effect.sync(() => {
      for (const storage of [local, session]) {
        for (const key of storage.keys()) if (key.startsWith("msal.")) storage.remove(key)
      }
    })
    return SessionStore.of({
      token: Effect.sync(() => local.get(tokenKey)),
      keepToken: (token) => Effect.sync(() => local.set(tokenKey, token)),
      keepPerson: (person) =>
        Effect.sync(() => {
          for (const [key, value] of Object.entries(person)) local.set(key, String(value))
          local.set("authenticated", "true")
        }),
      authenticated: Effect.sync(() => local.get("authenticated") === "true"),
      lastActivity: Effect.sync(() => {
        const kept = local.get(lastActivityKey)
        return kept !== null && /^\d{1,15}$/.test(kept) ? Number(kept) : null
      }),
      keepActivity: (at) => Effect.sync(() => local.set(lastActivityKey, String(at))),
      pending: Effect.sync(() => session.get(pendingKey) === "true"),
      setPending: (pending) =>
        Effect.sync(() => (pending ? session.set(pendingKey, "true") : session.remove(pendingKey))),
      clearOwn,
      clear: Effect.andThen(clearOwn, clearLibrary),
    })
  })
}
