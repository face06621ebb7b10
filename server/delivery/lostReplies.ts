import { Cause, Clock, Effect, Layer, Schedule } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { dayMillis } from "#schemas/constants.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { Carrier, type LateText } from "./Carrier.ts"
import { receiveTexts } from "./inboundMessages.ts"
import { LiveCounts } from "./LiveCounts.ts"
import { SendGate } from "./SendGate.ts"

/** How often the carrier is asked for the texts to a number, and how often it is looked for numbers to ask about, in milliseconds. */
const askEvery = 300_000
const lookEvery = 60_000
/** How much before the last question the next one begins, in milliseconds: clocks differ, and a text may be listed late. */
const overlap = 300_000
/** The oldest text that is taken in, in milliseconds: which ones came before is known for a week at least. */
const longestBack = 7 * dayMillis - 2 * overlap
/** How much time one question is about, in milliseconds: what it finds is taken in before the next one. */
const window = 3_600_000
/** Texts taken in at once, and numbers asked about at once. */
const atOnce = 200
const numbersAtOnce = 4

type Asked = {
  readonly companyId: CompanyId
  readonly senderId: SenderId
  readonly number: string
  readonly readTo: Date | null
}

/** Numbers by which a carrier that can be asked brings texts: an SMSC brings each text until it is taken. */
const askable = ({ sql }: Database["Service"]) => sql`channel = ${textFacts.name} and carrier <> 'smpp'`
const instant = (millis: number): string => new Date(millis).toISOString()

/** Numbers that no process has asked about since `before`, and those asked about by a clock that was moved back since. */
const numbersToAsk = (database: Database["Service"], now: number, before: number) => {
  const { sql, readEveryCompany } = database
  return readEveryCompany(sql<Asked>`
    select company_id as "companyId", sender_id as "senderId", e164 as number, replies_read_to as "readTo" from senders
    where ${askable(database)} and (replies_read_to is null or replies_read_to < ${instant(before)}::timestamptz
      or replies_read_to > ${instant(now + overlap)}::timestamptz)
    order by company_id, sender_id`)
}

/** The texts that never came here. */
const lostOf = Effect.fnUntraced(function* (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  received: ReadonlyArray<LateText>,
) {
  const ids = received.map(({ id }) => id)
  const known = yield* company(companyId)(sql<{ id: string }>`
    select id from webhooks_seen where company_id = ${companyId}
      and id = any(array(select jsonb_array_elements_text(${sql.json(ids)})))`)
  const seen = new Set(known.map(({ id }) => id))
  return received.filter(({ id }) => !seen.has(id))
})

const readWindow = Effect.fnUntraced(function* ({ companyId, number }: Asked, since: number, until?: number) {
  const database = yield* Database
  const counts = yield* LiveCounts
  const received = yield* Carrier.use((one) => one.received(number, since, until))
  const lost = received.length === 0 ? [] : yield* lostOf(database, companyId, received)
  for (let from = 0; from < lost.length; from += atOnce) {
    const some = lost.slice(from, from + atOnce)
    const moved = yield* receiveTexts(database, yield* SendGate, yield* isoNow, some, companyId)
    for (const { campaignId } of moved) counts.changed(companyId, campaignId)
  }
})

const readNumber = Effect.fnUntraced(function* (asked: Asked, now: number) {
  const { companyId, senderId, number, readTo } = asked
  const { sql, company } = yield* Database
  // The number of a row may be another one by now.
  const noteRead = (to: number) =>
    company(companyId)(sql`
      update senders set replies_read_to = ${instant(to)}::timestamptz
      where company_id = ${companyId} and sender_id = ${senderId} and e164 = ${number}`)
  // The first question is about no time before now: the number may have been another company's until then.
  if (readTo === null) return yield* noteRead(now + overlap)
  let since = Math.max(Math.min(readTo.getTime() - overlap, now), now - longestBack)
  for (; since + window < now; since += window) {
    yield* readWindow(asked, since, since + window)
    yield* noteRead(since + window)
  }
  yield* readWindow(asked, since)
  yield* noteRead(now)
})

/** Goes on where something goes wrong, and logs it. */
const logged = <A, E, R>(effect: Effect.Effect<A, E, R>, message: string): Effect.Effect<void, never, R> =>
  Effect.catchCause(Effect.asVoid(effect), (cause) =>
    Cause.hasInterruptsOnly(cause) ? Effect.interrupt : Effect.logWarning(message, cause),
  )

/**
 * Asks the carrier for texts from people that it could not bring, because no process ran or none could take them, and
 * takes them in as if they came now (docs/decisions/103-multi-campaigns.md). Trouble with one number holds up no other.
 * @param now milliseconds since 1970
 * @param before numbers that were asked about since then are left out, in milliseconds since 1970
 */
export const readLostReplies = Effect.fn("readLostReplies")(function* (now: number, before: number) {
  const asked = yield* numbersToAsk(yield* Database, now, before)
  const read = (one: Asked) =>
    logged(readNumber(one, now), `Texts to number ${one.senderId} of company ${one.companyId} could not be asked for`)
  yield* Effect.forEach(asked, read, { concurrency: numbersAtOnce, discard: true })
})

/** How long ladders wait for the first questions after a start, and how often they look, in milliseconds. */
const firstWait = { longest: 30_000, every: 250 } as const

/** When this process started, in milliseconds since 1970 by the product's clock. */
const processStart = Effect.map(Clock.currentTimeMillis, (now) => now - performance.now())

/**
 * Waits until the carrier was asked for texts to all numbers since the process started, so that nothing is decided by the
 * silence of someone who wrote meanwhile; half a minute where it cannot be reached.
 */
export const repliesRead = Effect.gen(function* () {
  const database = yield* Database
  const started = yield* processStart
  const look = Effect.map(numbersToAsk(database, yield* Clock.currentTimeMillis, started), (left) => left.length === 0)
  const waiting = look.pipe(
    Effect.repeat({ until: (isOver) => isOver, schedule: Schedule.spaced(firstWait.every) }),
    Effect.timeoutOption(firstWait.longest),
  )
  yield* logged(waiting, "Ladders go on without lost texts")
})

/** The background work that asks for lost texts, for processes with the worker role: at once, and then every five minutes. */
export const lostReplyWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const look = Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // What could not be asked about since the start is asked about at each look.
      yield* readLostReplies(now, Math.max(yield* processStart, now - askEvery))
    })
    const looking = logged(look, "Lost texts could not be looked for")
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(looking, Effect.sleep(lookEvery))))
  }),
)
