import { expect, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { checkLog } from "#server/administration/activity/logProof.queries.ts"
import { chainLayer, verifyChain, verifyChainAfter } from "#server/store/Chain.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { asOwner } from "#tests/support/asOwner.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"
import { CompanyId } from "#schemas/ids.ts"

const append = Effect.fnUntraced(function* (companyId: CompanyId, from: number, count: number) {
  const store = yield* EventStore
  const events = Array.from({ length: count }, (_, index) => ({ type: "Counted", data: { b: 1.5, a: [index, null] } }))
  const metadata = systemMetadata(companyId)
  yield* store.append({ companyId, stream: "counter-1", expectedVersion: from, events, metadata })
})

/** Waits until the chain has as many links as the log has events. */
const chained = Effect.gen(function* () {
  const { sql, everyCompany } = yield* Database
  const counts = everyCompany(
    sql<{ open: boolean }>`select (select count(*) from events) > (select count(*) from event_chain) as open`,
  )
  yield* Effect.repeat(counts, { until: ([row]) => row?.open === false })
})

for (const [name, database] of testDatabases) {
  const services = chainLayer.pipe(Layer.provideMerge(EventStore.layer), Layer.provideMerge(database))
  layer(services, { excludeTestServices: true })(`the hash chain on ${name}`, (it) => {
    it.effect("links every event and holds", () =>
      Effect.gen(function* () {
        const { sql } = yield* Database
        yield* append(CompanyId.make(1), 0, 3)
        yield* append(CompanyId.make(2), 0, 2)
        yield* append(CompanyId.make(1), 3, 1)
        yield* chained
        const links = yield* sql<{ hash: string; previous: string }>`
          select hash, previous from event_chain order by seq`
        expect(links).toHaveLength(6)
        expect(links.slice(1).map((link) => link.previous)).toEqual(links.slice(0, -1).map((link) => link.hash))
        expect(yield* verifyChain).toEqual(Option.none())
      }),
    )

    it.effect("shows where the past was changed, removed or added to", () =>
      Effect.gen(function* () {
        yield* chained
        const { sql } = yield* Database
        const events = yield* asOwner(
          (owner) => owner<{ pos: number }>`select pos::int as pos from events order by pos`,
        )
        const pos = events[2]?.pos ?? 0
        const broken = (reason: string) => Option.some({ pos, reason })

        const rewrite = (data: object) =>
          asOwner((owner) => owner`update events set data = ${sql.json(data)} where pos = ${pos}`)
        yield* rewrite({ b: 1.5, a: [9, null] })
        expect(yield* verifyChain).toEqual(broken("changed"))
        expect(yield* checkLog).toMatchObject({ entries: 6, checked: 6, broken: { pos, reason: "changed" } })
        expect(yield* verifyChainAfter(2)).toEqual(broken("changed"))
        expect(yield* verifyChainAfter(3)).toEqual(Option.none())
        yield* rewrite({ a: [2, null], b: 1.5 })
        expect(yield* verifyChain).toEqual(Option.none())
        expect(yield* checkLog).toMatchObject({ entries: 6, checked: 6, broken: null })

        // The same as when its last entries were cut off together with their links.
        const moveOn = (by: number) =>
          asOwner((owner) => owner`update checkpoints set pos = pos + ${by} where name = 'chain'`)
        yield* moveOn(2)
        expect(yield* verifyChain).toEqual(Option.some({ pos: (events.at(-1)?.pos ?? 0) + 2, reason: "removed" }))
        yield* moveOn(-2)

        yield* asOwner(
          (owner) => owner`insert into events (pos, tx, company_id, stream_id, version, type, data, meta, at)
                           overriding system value select 9000, '3', company_id, 'counter-9', 1, type, data, meta, at
                           from events where pos = ${pos}`,
        )
        expect(yield* verifyChain).toEqual(Option.some({ pos: 9000, reason: "slipped in" }))

        yield* asOwner((owner) => owner`delete from events where pos in (9000, ${pos})`)
        expect(yield* verifyChain).toEqual(broken("removed"))
      }),
    )
  })
}
