import { Clock, Context, Effect, Layer, Stream } from "effect"
import { EventStore } from "#server/store/EventStore.ts"

/** Numbers remembered; those closed longer ago are found in the database when texts are claimed. */
const mostNumbers = 100_000

/**
 * A stop is remembered so long, in nanoseconds: longer than a claimed text may
 * wait to leave, and later ones are not claimed. A missed notice of going on
 * costs no more.
 */
const stopHolds = 60_000_000_000n

const stopping: ReadonlyArray<string> = ["CampaignPaused", "CampaignCancelled", "CampaignDeleted"]
const going: ReadonlyArray<string> = ["CampaignLaunched", "CampaignResumed"]

const make = Effect.gen(function* () {
  const store = yield* EventStore
  const closed = new Set<string>()
  const clock = yield* Clock.Clock
  const stopped = new Map<string, bigint>()
  const held = new Map<string, bigint>()
  const listeners = new Set<() => void>()

  yield* store.changes.pipe(
    Stream.runForEach(({ companyId, stream, type }) =>
      Effect.sync(() => {
        const [category, id] = stream.split("-")
        if (category !== "campaign") return
        const key = `${companyId} ${id}`
        if (stopping.includes(type)) stopped.set(key, clock.monotonicTimeNanosUnsafe() + stopHolds)
        if (going.includes(type)) stopped.delete(key)
        listeners.forEach((listener) => listener())
      }),
    ),
    Effect.forkScoped,
  )

  return SendGate.of({
    close: (companyId, phone) => {
      closed.add(`${companyId} ${phone}`)
      if (closed.size > mostNumbers) closed.delete(closed.values().next().value ?? "")
    },
    hold: (companyId, phone) => {
      held.set(`${companyId} ${phone}`, clock.monotonicTimeNanosUnsafe() + stopHolds)
      if (held.size > mostNumbers) held.delete(held.keys().next().value ?? "")
    },
    open: (companyId, phone) => {
      closed.delete(`${companyId} ${phone}`)
      held.delete(`${companyId} ${phone}`)
    },
    refuses: (companyId, campaignId, phone) => {
      if (closed.has(`${companyId} ${phone}`)) return "optedOut"
      const now = clock.monotonicTimeNanosUnsafe()
      const isStopped = (until: bigint | undefined) => until !== undefined && until > now
      return isStopped(held.get(`${companyId} ${phone}`)) || isStopped(stopped.get(`${companyId} ${campaignId}`))
        ? "stopped"
        : null
    },
    onCampaign: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
})

/**
 * The last look before a text leaves this process: whether the person has just
 * opted out, or the campaign was just stopped. The database decides when texts
 * are claimed; this closes the moment between claim and send.
 */
export class SendGate extends Context.Service<
  SendGate,
  {
    /** No text to this number (E.164) of this company leaves from here on. Call it before the opt-out is committed. */
    readonly close: (companyId: number, phone: string) => void
    /** The same for as long as a claimed text may wait: it goes back, and is judged again when it is claimed. */
    readonly hold: (companyId: number, phone: string) => void
    readonly open: (companyId: number, phone: string) => void
    readonly refuses: (companyId: number, campaignId: number, phone: string) => "optedOut" | "stopped" | null
    /** Calls back whenever something happened to a campaign; gives the way to end that. */
    readonly onCampaign: (listener: () => void) => () => void
  }
>()("admin-view/delivery/SendGate") {
  static readonly layer = Layer.effect(SendGate, make)
}
