import { Cause, Clock, Effect, Layer, Result, Schedule } from "effect"
import type { CompanyId, SenderId } from "#schemas/ids.ts"
import { dayMillis } from "#schemas/constants.ts"
import type { InboundMessage } from "#schemas/outreach/delivery.ts"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import { Database } from "#server/store/Database.ts"
import { isoNow } from "#server/store/isoNow.ts"
import { Carrier } from "./Carrier.ts"
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
/** Texts taken in at once, and numbers asked about at once. */
const atOnce = 200
const numbersAtOnce = 4
/** So many of a person's newest texts say whether an earlier one still holds; the list of each is kept for each of theirs. */
const laterKept = 100

type Asked = {
  readonly companyId: CompanyId
  readonly senderId: SenderId
  readonly number: string
  readonly readTo: Date | null
}

/** Numbers by which a carrier that can be asked brings texts: an SMSC brings each text until it is taken. */
const askable = ({ sql }: Database["Service"]) => sql`channel = ${textFacts.name} and carrier <> 'smpp'`

/** Numbers that no process has asked about since `before`. */
const numbersToAsk = (database: Database["Service"], before: number) => {
  const { sql, readEveryCompany } = database
  return readEveryCompany(sql<Asked>`
    select company_id as "companyId", sender_id as "senderId", e164 as number, replies_read_to as "readTo" from senders
    where ${askable(database)} and (replies_read_to is null or replies_read_to < ${new Date(before).toISOString()}::timestamptz)
    order by company_id, sender_id`)
}

/** The texts that never came here, each with the newest ones that the person wrote after it. */
const lostOf = Effect.fnUntraced(function* (
  { sql, company }: Database["Service"],
  companyId: CompanyId,
  received: ReadonlyArray<InboundMessage>,
) {
  // A list that grows while its pages are read names a text twice.
  const listed = [...new Map(received.map((one) => [one.id, one])).values()]
  const ids = listed.map(({ id }) => id)
  const known = yield* company(companyId)(sql<{ id: string }>`
    select id from webhooks_seen where company_id = ${companyId}
      and id = any(array(select jsonb_array_elements_text(${sql.json(ids)})))`)
  const seen = new Set(known.map(({ id }) => id))
  const later = new Map<string, ReadonlyArray<string>>()
  const lost: Array<InboundMessage> = []
  for (const message of listed.toReversed()) {
    const since = later.get(message.from) ?? []
    if (!seen.has(message.id)) lost.push({ ...message, later: since })
    if (since.length < laterKept) later.set(message.from, [...since, message.body])
  }
  return lost.toReversed()
})

const readNumber = Effect.fnUntraced(function* (asked: Asked, now: number) {
  const { companyId, senderId, number, readTo } = asked
  const database = yield* Database
  const { sql, company } = database
  const counts = yield* LiveCounts
  // What came to a number before it was ours is none of the company's.
  if (readTo !== null) {
    const since = Math.max(Math.min(readTo.getTime() - overlap, now), now - longestBack)
    const received = yield* Carrier.use((one) => one.received(number, since))
    const lost = received.length === 0 ? [] : yield* lostOf(database, companyId, received)
    for (let from = 0; from < lost.length; from += atOnce) {
      const some = lost.slice(from, from + atOnce)
      const moved = yield* receiveTexts(database, yield* SendGate, yield* isoNow, some)
      for (const { campaignId } of moved) counts.changed(companyId, campaignId)
    }
  }
  // The first question is about no time before now: the number may have been another company's until then.
  const readOn = readTo === null ? now + overlap : now
  yield* company(companyId)(sql`
    update senders set replies_read_to = ${new Date(readOn).toISOString()}::timestamptz
    where company_id = ${companyId} and sender_id = ${senderId}`)
})

/**
 * Asks the carrier for texts from people that it could not bring, because no process ran or none could take them, and
 * takes them in as if they came now (docs/decisions/103-multi-campaigns.md).
 * @param now milliseconds since 1970
 * @param before numbers that were asked about since then are left out, in milliseconds since 1970
 */
export const readLostReplies = Effect.fn("readLostReplies")(function* (now: number, before: number) {
  const asked = yield* numbersToAsk(yield* Database, before)
  const endings = yield* Effect.forEach(asked, (one) => Effect.result(readNumber(one, now)), {
    concurrency: numbersAtOnce,
  })
  const failed = endings.filter(Result.isFailure).length
  if (failed > 0)
    yield* Effect.logWarning(`Texts to ${failed} numbers could not be asked for, and are again in a minute`)
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
  const look = Effect.map(numbersToAsk(database, started), (left) => left.length === 0)
  yield* look.pipe(
    Effect.repeat({ until: (isOver) => isOver, schedule: Schedule.spaced(firstWait.every) }),
    Effect.timeoutOption(firstWait.longest),
  )
})

/** The background work that asks for lost texts, for processes with the worker role: at once, and then every five minutes. */
export const lostReplyWork = Layer.effectDiscard(
  Effect.gen(function* () {
    const look = (now: number, before: number) =>
      Effect.catchCause(readLostReplies(now, before), (cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.interrupt
          : Effect.logError("Lost texts could not be looked for", cause),
      )
    yield* look(yield* Clock.currentTimeMillis, yield* processStart).pipe(
      Effect.andThen(
        Effect.sleep(lookEvery).pipe(
          Effect.andThen(Effect.flatMap(Clock.currentTimeMillis, (now) => look(now, now - askEvery))),
          Effect.forever,
        ),
      ),
      Effect.forkScoped,
    )
  }),
)
