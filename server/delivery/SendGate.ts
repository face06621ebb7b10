import { Clock, Context, Effect, Layer, Stream } from "effect"
import type { Change } from "#server/store/changes.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { thingOf } from "#server/decider.ts"
import { campaignProjection } from "#server/outreach/campaigns/campaign.projection.ts"
import { consentGranted, isConsentNews, numberStream, type ConsentNews } from "./consentNews.ts"
import type { CampaignId, CompanyId } from "#schemas/ids.ts"

/** Numbers remembered; what was said longer ago is found in the database when texts are claimed. */
const maxNumbers = 100_000

/**
 * A stop is remembered so long, in nanoseconds: longer than a claimed text may
 * wait to leave, and later ones are not claimed. A missed notice of going on
 * costs no more.
 */
const stopHolds = 60_000_000_000n

const stopping: ReadonlyArray<string> = ["CampaignPaused", "CampaignCancelled", "CampaignDeleted"]
const going: ReadonlyArray<string> = ["CampaignLaunched", "CampaignResumed"]

/** The newest word of each number's owner. Words come by two ways, so the higher id holds. */
const openWords = (now: () => bigint) => {
  const words = new Map<string, { readonly id: number; readonly holdsUntil: bigint }>()
  return {
    hear: ({ companyId, stream, type, version }: ConsentNews) => {
      const key = `${companyId} ${stream}`
      if ((words.get(key)?.id ?? 0) >= version) return
      words.delete(key)
      words.set(key, { id: version, holdsUntil: type === consentGranted ? 0n : now() + stopHolds })
      if (words.size > maxNumbers) words.delete(words.keys().next().value ?? "")
    },
    holds: (key: string) => (words.get(key)?.holdsUntil ?? 0n) > now(),
  }
}

/** Numbers whose owners' words are being recorded, and how often. */
const openListening = () => {
  const counts = new Map<string, number>()
  const add = (keys: ReadonlyArray<string>, by: 1 | -1) => {
    for (const key of keys) {
      const count = (counts.get(key) ?? 0) + by
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    }
  }
  return { add, has: (key: string) => counts.has(key) }
}

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const clock = yield* Clock.Clock
  const now = () => clock.monotonicTimeNanosUnsafe()
  const words = openWords(now)
  const listening = openListening()
  const stopped = new Map<string, bigint>()
  const listeners = new Set<() => void>()

  const hearOfCampaign = ({ companyId, stream, type }: Change) => {
    const id = thingOf(campaignProjection, stream)
    if (id === undefined) return
    const key = `${companyId} ${id}`
    if (stopping.includes(type)) stopped.set(key, now() + stopHolds)
    if (going.includes(type)) stopped.delete(key)
    listeners.forEach((listener) => listener())
  }
  yield* store.changes.pipe(
    Stream.runForEach((change) =>
      Effect.sync(() => (isConsentNews(change) ? words.hear(change) : hearOfCampaign(change))),
    ),
    Effect.forkScoped,
  )

  return SendGate.of({
    whileSaid: (companyId, phones, saying) => {
      const keys = phones.map((phone) => `${companyId} ${numberStream(phone)}`)
      return Effect.acquireUseRelease(
        Effect.sync(() => listening.add(keys, 1)),
        () => Effect.tap(saying, ({ news }) => Effect.sync(() => news.forEach(words.hear))),
        () => Effect.sync(() => listening.add(keys, -1)),
      )
    },
    refuses: (companyId, campaignId, phone) => {
      const key = `${companyId} ${numberStream(phone)}`
      return listening.has(key) || words.holds(key) || (stopped.get(`${companyId} ${campaignId}`) ?? 0n) > now()
    },
    onCampaign: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
})

/**
 * The last look before a text leaves this process: whether the person has just
 * opted out, or the campaign was just stopped. What is refused goes back, and
 * the database decides when it is claimed again; this closes the moment between
 * claim and send. All processes hear of words and stops by notifications.
 */
export class SendGate extends Context.Service<
  SendGate,
  {
    /**
     * Records what people said: no text to these numbers (E.164) of the company
     * leaves meanwhile, nor, where the news are no consent, after it. The
     * caller announces the news too, for the other processes.
     */
    readonly whileSaid: <A extends { readonly news: ReadonlyArray<ConsentNews> }, E, R>(
      companyId: CompanyId,
      phones: ReadonlyArray<string>,
      saying: Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E, R>
    readonly refuses: (companyId: CompanyId, campaignId: CampaignId, phone: string) => boolean
    /** Calls back whenever something happened to a campaign; gives the way to end that. */
    readonly onCampaign: (listener: () => void) => () => void
  }
>()("admin-view/delivery/SendGate") {
  static readonly layer = Layer.effect(SendGate, make)
}
