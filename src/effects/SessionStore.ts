import { Context, Effect, Layer } from "effect"
import {
  actingKey,
  lastActivityKey,
  pendingKey,
  removeLeftover,
  removeLibraryState,
  removeOwn,
  tokenKey,
} from "./storageKeys.ts"
import type { CompanyId } from "#schemas/ids.ts"

/** What is kept of a signed-in person, under the specification's names (docs/policy.md#kept-in-the-browser). */
export type StoredPerson = {
  readonly userName: string
  readonly companyName: string
  readonly displayName: string
  readonly roles: string
  readonly userType: number
  readonly companyId: CompanyId
}

/** A storage that may be off, full or throwing: what it does not take, memory keeps until the page is left. */
const forgiving = (open: () => Storage) => {
  const memory = new Map<string, string>()
  const held = new Map<string, string>()
  const attempt = <A>(run: (storage: Storage) => A, otherwise: () => A): A => {
    try {
      return run(open())
    } catch {
      return otherwise()
    }
  }
  const stored = (key: string): string | null =>
    memory.get(key) ??
    attempt(
      (storage) => storage.getItem(key),
      () => null,
    )
  return {
    get: (key: string): string | null => held.get(key) ?? stored(key),
    /** The same without what is only held. */
    stored,
    // What storage holds stands nowhere else: another tab that takes it away takes it from here as well.
    set: (key: string, value: string): void => {
      held.delete(key)
      attempt(
        (storage) => {
          storage.setItem(key, value)
          memory.delete(key)
        },
        () => void memory.set(key, value),
      )
    },
    /** Keeps it in memory alone: a reload and the other tabs know nothing of it. */
    hold: (key: string, value: string): void => void held.set(key, value),
    /** Goes on with what is stored. */
    drop: (key: string): void => void held.delete(key),
    remove: (key: string): void => {
      held.delete(key)
      memory.delete(key)
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      )
    },
    forget: (): void => {
      held.clear()
      memory.clear()
    },
  }
}

/**
 * What the browser keeps of a session: the access token under "token" and the
 * person's values in local storage (docs/policy.md#kept-in-the-browser).
 * Never fails: a storage that throws is replaced by memory.
 */
export class SessionStore extends Context.Service<
  SessionStore,
  {
    readonly token: Effect.Effect<string | null>
    /** The token without one that is only held: what the other tabs know of, too. */
    readonly storedToken: Effect.Effect<string | null>
    readonly keepToken: (token: string) => Effect.Effect<void>
    /** Holds the token of a sign-in until the login call says who it is: no one is signed in yet for the other tabs. */
    readonly holdToken: (token: string) => Effect.Effect<void>
    /** Goes on with the token that is stored. */
    readonly dropHeldToken: Effect.Effect<void>
    readonly keepPerson: (person: StoredPerson) => Effect.Effect<void>
    /** The logged-in flag. */
    readonly authenticated: Effect.Effect<boolean>
    /** When someone last acted in any tab, in wall milliseconds; null when that is not known. */
    readonly lastActivity: Effect.Effect<number | null>
    readonly saveActivity: (at: number) => Effect.Effect<void>
    /** The public id of the company a Super Admin works for; null for their own. */
    readonly actingCompany: Effect.Effect<string | null>
    readonly keepActingCompany: (hashedId: string | null) => Effect.Effect<void>
    /** Whether this tab left for the identity provider and has not yet read its answer. */
    readonly pending: Effect.Effect<boolean>
    readonly setPending: (pending: boolean) => Effect.Effect<void>
    /** What is ours of a session, in both storages, the way the person wanted to go with it. */
    readonly clearOwn: Effect.Effect<void>
    /** Our keys and the sign-in library's, in both storages. */
    readonly clear: Effect.Effect<void>
    /** The same for someone who has not signed in yet: where they want to go stays. */
    readonly clearLeftover: Effect.Effect<void>
  }
>()("admin-view/effects/SessionStore") {
  static readonly layer = Layer.sync(SessionStore, () => {
    const local = forgiving(() => globalThis.localStorage)
    const session = forgiving(() => globalThis.sessionStorage)
    const clearing = (remove: () => void) =>
      Effect.sync(() => {
        local.forget()
        session.forget()
        remove()
      })
    const clearOwn = clearing(removeOwn)
    return SessionStore.of({
      token: Effect.sync(() => local.get(tokenKey)),
      storedToken: Effect.sync(() => local.stored(tokenKey)),
      keepToken: (token) => Effect.sync(() => local.set(tokenKey, token)),
      holdToken: (token) => Effect.sync(() => local.hold(tokenKey, token)),
      dropHeldToken: Effect.sync(() => local.drop(tokenKey)),
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
      saveActivity: (at) => Effect.sync(() => local.set(lastActivityKey, String(at))),
      actingCompany: Effect.sync(() => local.get(actingKey)),
      keepActingCompany: (hashedId) =>
        Effect.sync(() => (hashedId === null ? local.remove(actingKey) : local.set(actingKey, hashedId))),
      pending: Effect.sync(() => session.get(pendingKey) === "true"),
      setPending: (pending) =>
        Effect.sync(() => (pending ? session.set(pendingKey, "true") : session.remove(pendingKey))),
      clearOwn,
      clear: Effect.andThen(clearOwn, Effect.sync(removeLibraryState)),
      clearLeftover: Effect.andThen(clearing(removeLeftover), Effect.sync(removeLibraryState)),
    })
  })
}
