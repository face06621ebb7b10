import { createHash } from "node:crypto"
import { Effect, Layer, Option } from "effect"
import { Database } from "./Database.ts"
import { EventStore } from "./EventStore.ts"
import { asWritten, columns, type EventRow, type StoredEvent } from "./storedEvent.ts"

/** One link: the hash of an event together with the hash before it. */
interface Link {
  readonly seq: number
  readonly pos: number
  readonly hash: string
  readonly previous: string
}

/** Where the log and its chain part, and how: an event (or its link) was changed, removed, or slipped in later. */
export interface Break {
  readonly pos: number
  readonly reason: "changed" | "removed" | "slipped in"
}

/** The name of the chaining subscriber's checkpoint. */
const name = "chain"
/** Stands before the first link. */
const origin: Link = { seq: 0, pos: 0, hash: "0".repeat(64), previous: "" }
/** How many links a verification reads at once. */
const batch = 1000

/** JSON with its keys in order, so that equal data gives equal text whatever stored it. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`
}

/** The next link. The transaction's number is left out: it does not survive a move to another database. */
const linkAfter = (last: Link, { position, ...event }: StoredEvent): Link => {
  const text = canonical({ ...event, pos: position.pos })
  const hash = createHash("sha256").update(`${last.hash}\n${text}`).digest("hex")
  return { seq: last.seq + 1, pos: position.pos, hash, previous: last.hash }
}

const lastLink = ({ sql }: Database["Service"]) =>
  sql<Link>`select seq::int as seq, pos::int as pos, hash, previous from event_chain order by seq desc limit 1`.pipe(
    Effect.map(([link]) => link ?? origin),
  )

const chain = Effect.fn("Chain.chain")(function* (events: ReadonlyArray<StoredEvent>) {
  const database = yield* Database
  const { sql } = database
  let last = yield* lastLink(database)
  const links = events.map((event) => (last = linkAfter(last, event)))
  yield* sql`insert into event_chain (seq, pos, hash, previous)
             select seq, pos, hash, previous from jsonb_to_recordset(${sql.json(links)})
               as link (seq bigint, pos bigint, hash text, previous text)`
})

/**
 * Chains the hashes of all events in global order, afterwards: no append waits
 * for it. Together with a hash noted elsewhere it shows that no one changed
 * the past.
 */
export const chainLayer = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* EventStore
    yield* Effect.forkScoped(store.subscribe(name, chain, { exactlyOnce: true, asWritten: true }))
  }),
)

const linksAfter = ({ sql }: Database["Service"], seq: number) =>
  sql<Link>`select seq::int as seq, pos::int as pos, hash, previous from event_chain
            where seq > ${seq} order by seq limit ${batch}`

const eventsAt = ({ sql }: Database["Service"], positions: ReadonlyArray<number>) =>
  sql<EventRow>`select ${sql.literal(columns)} from events
                where pos in (select pos::bigint from jsonb_array_elements_text(${sql.json(positions)}) as pos)`.pipe(
    Effect.map((rows) => new Map(rows.map((row) => [Number(row.pos), asWritten(row)]))),
  )

const firstBreak = (last: Link, links: ReadonlyArray<Link>, events: ReadonlyMap<number, StoredEvent>) => {
  let before = last
  for (const link of links) {
    const event = events.get(link.pos)
    if (event === undefined || link.seq !== before.seq + 1) return { pos: link.pos, reason: "removed" } as const
    const again = linkAfter(before, event)
    if (again.hash !== link.hash || link.previous !== before.hash) return { pos: link.pos, reason: "changed" } as const
    before = link
  }
  return undefined
}

/** How far the subscriber has come; it moves with the links, in one transaction. */
const reached = ({ sql }: Database["Service"]) =>
  sql<{ readonly pos: number }>`select pos::int as pos from checkpoints where name = ${name}`.pipe(
    Effect.map(([checkpoint]) => checkpoint?.pos ?? 0),
  )

/** An event the subscriber has passed without a link to it. */
const unlinked = ({ sql }: Database["Service"]) =>
  sql<{ pos: number }>`
    select pos::int as pos from events
    where (tx, pos) <= (select tx, pos from checkpoints where name = ${name})
      and not exists (select from event_chain where event_chain.pos = events.pos)
    order by events.tx, events.pos limit 1`.pipe(Effect.map(([event]) => event))

const linkAt = ({ sql }: Database["Service"], seq: number) =>
  sql<Link>`select seq::int as seq, pos::int as pos, hash, previous from event_chain where seq = ${seq}`.pipe(
    Effect.map(([link]) => link ?? origin),
  )

/**
 * Goes over the log, a batch a transaction, and gives the first place
 * where it no longer is what was chained, the end that was cut off included; none when all is well. What the
 * subscriber has not reached yet is not judged.
 * @param after the number of the link that is taken as it is; 0 for the whole log
 */
export const verifyChainAfter = Effect.fn("Chain.verify")(function* (after: number) {
  const database = yield* Database
  const { everyCompany } = database
  let last = after === 0 ? origin : yield* everyCompany(linkAt(database, after))
  while (true) {
    const links = yield* everyCompany(linksAfter(database, last.seq))
    const events = yield* everyCompany(
      eventsAt(
        database,
        links.map((link) => link.pos),
      ),
    )
    const found = firstBreak(last, links, events)
    if (found !== undefined) return Option.some<Break>(found)
    const end = links.at(-1)
    if (end === undefined) break
    last = end
  }
  const passed = yield* everyCompany(reached(database))
  if (passed > last.pos) return Option.some<Break>({ pos: passed, reason: "removed" })
  const later = yield* everyCompany(unlinked(database))
  return later === undefined ? Option.none<Break>() : Option.some<Break>({ pos: later.pos, reason: "slipped in" })
})

/** Goes over the whole log. */
export const verifyChain = verifyChainAfter(0)
