import { DateTime, Effect } from "effect"
import { createActor } from "xstate"
import { Kept } from "#effects/Kept.ts"
import { toastsMachine, type Toast } from "#machines/session/toasts.machine.ts"
import { toastMillis } from "#schemas/constants.ts"
import type { KeptNotification } from "#schemas/session/kept.ts"
import type { StandingToast } from "#schemas/session/keptJournal.ts"
import type { WordId } from "#schemas/words.ts"
import { announce, forgetAnnouncements } from "./announcer.ts"
import { intl } from "./intl.ts"
import { inspectWith, moment } from "./journal.ts"
import { disownJournals, leftToasts, ownJournals } from "./keptJournal.ts"
import { productNow } from "./productClock.ts"
import { runtime } from "./runtime.ts"
import { session } from "./session.ts"

/** The page's toasts, outside React. */
export const toasts = createActor(toastsMachine, { inspect: inspectWith("toasts") }).start()

let shown = 0
const nextId = (): string => `toast-${(shown += 1)}`

/** What to say: the id of words and the values for their places, and why something failed. */
export type ToastWords = {
  readonly intent: Toast["intent"]
  readonly word: WordId
  readonly values?: Readonly<Record<string, string | number>> | undefined
  readonly reason?: string
}

/** Shows a toast, says it once, and keeps it in the list of past notifications. */
export const showToast = ({ intent, word, values, reason }: ToastWords): void => {
  const at = DateTime.formatIso(DateTime.makeUnsafe(Effect.runSync(productNow)))
  const text = intl().formatMessage({ id: word }, values)
  announce(reason === undefined ? text : `${text} ${reason}`, intent === "danger" ? "assertive" : "polite")
  toasts.send({
    type: "toast.shown",
    toast: {
      id: nextId(),
      intent,
      text,
      at,
      ...(values === undefined ? { word } : {}),
      ...(reason === undefined ? {} : { reason }),
    },
  })
}

const toKeep = (past: ReadonlyArray<Toast>): ReadonlyArray<KeptNotification> =>
  past.flatMap(({ word, intent, at }) => (word === undefined ? [] : [{ word, intent, at }]))
const asToast = ({ word, intent, at }: KeptNotification): Toast => ({
  id: nextId(),
  intent,
  word,
  text: intl().formatMessage({ id: word }),
  at,
})

const keeping = <A>(run: (kept: Kept["Service"]) => Effect.Effect<A>): Promise<A> =>
  runtime.runPromise(Effect.flatMap(Kept, run))

/** Whose notifications these are, once what they left behind is back or known not to come. */
let owner: number | null = null
let arriving: number | null = null

const personId = (): number | null => session.getSnapshot().context.person?.userId ?? null

/** A toast from before a reload stands for as long as it would have stood; it was said already. */
const goOnShowing = ({ until, ...kept }: StandingToast): void => {
  const toast = asToast(kept)
  toasts.send({ type: "toast.shown", toast })
  setTimeout(() => toasts.send({ type: "toast.expired", id: toast.id }), Math.min(until - moment(), toastMillis))
}

const arrive = async (userId: number): Promise<void> => {
  arriving = userId
  const past = await keeping((kept) => kept.restore(userId))
  if (arriving !== userId) return
  owner = userId
  ownJournals(userId)
  const standing = leftToasts()
  const isStanding = ({ word, at }: KeptNotification): boolean =>
    standing.some((toast) => toast.word === word && toast.at === at)
  toasts.send({ type: "past.restored", past: past.filter((one) => !isStanding(one)).map(asToast) })
  for (const one of standing) goOnShowing(one)
}

const leave = (): void => {
  arriving = null
  owner = null
  toasts.send({ type: "session.ended" })
  forgetAnnouncements()
  disownJournals()
  void keeping((kept) => kept.clear)
}

const followPerson = (): void => {
  const userId = personId()
  if (userId === arriving) return
  if (arriving !== null) leave()
  if (userId !== null) void arrive(userId)
}
session.subscribe(followPerson)
followPerson()

let kept = toasts.getSnapshot().context.past
toasts.subscribe(({ context: { past } }) => {
  if (owner === null || past === kept) return
  kept = past
  void keeping((place) => place.keep(owner ?? 0, toKeep(past)))
})
