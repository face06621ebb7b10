import { DateTime, Effect } from "effect"
import { createActor, type ActorRefFrom } from "xstate"
import { PersistedState } from "#effects/PersistedState.ts"
import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import { toastMillis } from "#schemas/constants.ts"
import type { UserId } from "#schemas/ids.ts"
import type { PersistedNotification } from "#schemas/session/persistedState.ts"
import type { OpenToast } from "#schemas/session/persistedJournal.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { announce, clearAnnouncements } from "./announcer.ts"
import { intl } from "./intl.ts"
import { inspectWith, moment } from "./journal.ts"
import type { PersistedJournal } from "./persistedJournal.ts"
import { productNow } from "./productClock.ts"
import type { Runtime } from "./runtime.ts"
import type { Session } from "./session.ts"

let shown = 0
const nextId = (): string => `toast-${(shown += 1)}`

/** What to say: the id of words and the values for their places, and why something failed. */
export type ToastWords = {
  readonly intent: Toast["intent"]
  readonly word: SharedWordId
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly reason?: string
  /** Undoes what the toast tells of; only where that is truly possible. */
  readonly undo?: (() => void) | undefined
}

const toKeep = (past: ReadonlyArray<Toast>): ReadonlyArray<PersistedNotification> =>
  past.flatMap(({ word, intent, at }) => (word === undefined ? [] : [{ word, intent, at }]))
const asToast = ({ word, intent, at }: PersistedNotification): Toast => ({
  id: nextId(),
  intent,
  word,
  text: intl().formatMessage({ id: word }),
  at,
})

/** What toasts are made of. */
type Made = { readonly session: Session; readonly runtime: Runtime; readonly kept: PersistedJournal }

/** Keeps each person's notifications, from their coming to their leaving. */
const keepFor = (actor: ActorRefFrom<typeof toastsMachine>, { session, runtime, kept }: Made): void => {
  const keeping = <A>(run: (place: PersistedState["Service"]) => Effect.Effect<A>): Promise<A> =>
    runtime.runPromise(Effect.flatMap(PersistedState, run))
  /** Whose notifications these are, once what they left behind is back or known not to come. */
  let owner: UserId | null = null
  let arriving: UserId | null = null

  /** A toast from before a reload stands for as long as it would have stood; it was said already. */
  const goOnShowing = ({ until, ...left }: OpenToast): void => {
    const toast = asToast(left)
    actor.send({ type: "toast.shown", toast })
    setTimeout(() => actor.send({ type: "toast.expired", id: toast.id }), Math.min(until - moment(), toastMillis))
  }

  const arrive = async (userId: UserId): Promise<void> => {
    arriving = userId
    const past = await keeping((place) => place.restore(userId))
    if (arriving !== userId) return
    owner = userId
    kept.own(userId)
    const standing = kept.leftToasts()
    const isShown = ({ word, at }: PersistedNotification): boolean =>
      standing.some((toast) => toast.word === word && toast.at === at)
    actor.send({ type: "past.restored", past: past.filter((one) => !isShown(one)).map(asToast) })
    for (const one of standing) goOnShowing(one)
  }

  const leave = (): void => {
    arriving = null
    owner = null
    actor.send({ type: "session.ended" })
    clearAnnouncements()
    kept.disown()
    void keeping((place) => place.clear)
  }

  const followPerson = (): void => {
    const userId = session.getSnapshot().context.person?.userId ?? null
    if (userId === arriving) return
    if (arriving !== null) leave()
    if (userId !== null) void arrive(userId)
  }
  session.subscribe(followPerson)
  followPerson()

  let last = actor.getSnapshot().context.past
  actor.subscribe(({ context: { past } }) => {
    const whose = owner
    if (whose === null || past === last) return
    last = past
    void keeping((place) => place.keep(whose, toKeep(past)))
  })
}

/** The page's toasts, outside React, and how one is shown. */
export const makeToasts = (made: Made) => {
  const undos = new Map<string, () => void>()
  const machine = toastsMachine.provide({
    actions: { undo: ({ event }) => event.type === "toast.undone" && undos.get(event.id)?.() },
  })
  const actor = createActor(machine, { inspect: inspectWith("toasts") }).start()
  actor.subscribe(({ context: { shown } }) => {
    for (const id of undos.keys()) if (!shown.some((toast) => toast.id === id)) undos.delete(id)
  })
  keepFor(actor, made)
  return {
    actor,
    /** Shows a toast, says it once, and keeps it in the list of past notifications. */
    show: ({ intent, word, values, reason, undo }: ToastWords): void => {
      const id = nextId()
      if (undo !== undefined) undos.set(id, undo)
      const at = DateTime.formatIso(DateTime.makeUnsafe(Effect.runSync(productNow)))
      const text = intl().formatMessage({ id: word }, values)
      announce(reason === undefined ? text : `${text} ${reason}`, intent === "danger" ? "assertive" : "polite")
      actor.send({
        type: "toast.shown",
        toast: {
          id,
          intent,
          text,
          at,
          ...(undo === undefined ? {} : { canUndo: true }),
          ...(values === undefined ? { word } : {}),
          ...(reason === undefined ? {} : { reason }),
        },
      })
    },
  }
}
