import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CampaignId, CompanyId, UserId } from "#schemas/ids.ts"
import type { OutgoingMessage, SendOutcome } from "#server/delivery/Carrier.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { claim } from "#server/delivery/claim.ts"
import { receiveTexts } from "#server/delivery/inboundMessages.ts"
import { recordEnded } from "#server/delivery/ledger.ts"
import { findLostSends } from "#server/delivery/lostSends.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { readReceipts } from "#server/delivery/smpp/receiptOwners.ts"
import { readCampaignDetail } from "#server/outreach/campaigns/campaign.queries.ts"
import { planRecipients } from "#server/outreach/recipients/planRecipients.job.ts"
import { Database } from "#server/store/Database.ts"
import { awaitEvent, engine, engineOn, eventually, noon, recordedCarrier, sidOf } from "#tests/support/outreach.ts"
import { standing, startStoodIn } from "#tests/support/standIns.ts"
import { testDatabases } from "#tests/support/testDatabases.ts"

const down: SendOutcome = { _tag: "Deferred", code: "unreachable" }
const lost: SendOutcome = { _tag: "Unknown", reason: "timeout" }
const taken = (place: number): SendOutcome => ({ _tag: "Accepted", sid: sidOf(place) })

/** Short waits: another number stands in after half a second. */
const quick = { standInAfterMillis: 500, lookupPauses: [100, 100] }

for (const [name, database] of testDatabases) {
  const carrier = recordedCarrier()
  let made = 0

  const start = Effect.fnUntraced(function* (people: number, carriers?: Parameters<typeof startStoodIn>[3]) {
    const companyId = CompanyId.make((made += 1))
    const campaignId = CampaignId.make(companyId)
    carrier.sent.length = 0
    carrier.found = () => []
    return { companyId, campaignId, ...(yield* startStoodIn(companyId, campaignId, people, carriers)) }
  })
  /** What each carrier does with a text of its number; `took` is what it has, by number. */
  const answerBy = (answers: Readonly<Record<string, (message: OutgoingMessage, place: number) => SendOutcome>>) => {
    const took: Array<OutgoingMessage> = []
    carrier.answer = (message, place) =>
      Effect.sync(() => {
        const outcome = answers[message.from]?.(message, place) ?? down
        if (outcome._tag === "Accepted") took.push(message)
        return outcome
      })
    return took
  }
  const whileRunning = <A, E, R>(effect: Effect.Effect<A, E, R>, options = quick) =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* Effect.forkScoped(Effect.provide(Effect.never, engine(options)))
        return yield* effect
      }),
    )

  layer(engineOn(database, carrier), { excludeTestServices: true, timeout: 60_000 })(
    `a number that stands in on ${name}`,
    (it) => {
      it.effect("sends what never left, each text once, and the campaign says how many", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, second, secondId } = yield* start(30)
          const took = answerBy({ [second]: (_message, place) => taken(place) })
          yield* whileRunning(awaitEvent(companyId, campaignId, "CampaignCompleted"))
          expect(took.map(({ from, carrier: by }) => `${from} ${by}`)).toEqual(Array(30).fill(`${second} twilio`))
          expect(new Set(took.map(({ to }) => to)).size).toBe(30)
          const people = yield* standing(companyId, campaignId)
          expect(people.every(({ state, by }) => state === "sent" && by === secondId)).toBe(true)
          const detail = yield* readCampaignDetail(companyId, campaignId, UserId.make(1))
          expect(detail?.stoodIn).toEqual([{ number: second, people: 30 }])
          const { sql, company } = yield* Database
          const started = yield* company(companyId)(
            sql<{ from: number }>`select distinct (data ->> 'from')::int as from from deliveries
              where company_id = ${companyId} and type = 'SendStarted' and data ? 'from'`,
          )
          expect(started).toEqual([{ from: secondId }])
        }),
      )

      it.effect("waits until the trouble has lasted, and sends nothing for a number that is well", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, first } = yield* start(12)
          let asked = 0
          const took = answerBy({ [first]: (_message, place) => ((asked += 1) > 8 ? taken(place) : down) })
          yield* whileRunning(awaitEvent(companyId, campaignId, "CampaignCompleted"), {
            ...quick,
            standInAfterMillis: 600_000,
          })
          expect(took).toHaveLength(12)
          expect(carrier.sent.every(({ from }) => from === first)).toBe(true)
        }),
      )

      it.effect("never sends a text whose answer the SMSC's connection lost", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, first, second } = yield* start(20)
          const perhaps = new Set<string>()
          const took = answerBy({
            [first]: ({ to }) => {
              if (perhaps.size === 6) return down
              perhaps.add(to)
              return lost
            },
            [second]: (_message, place) => taken(place),
          })
          yield* whileRunning(awaitEvent(companyId, campaignId, "CampaignCompleted"))
          expect(took.filter(({ to }) => perhaps.has(to))).toEqual([])
          expect(took).toHaveLength(14)
          const unknown = (yield* standing(companyId, campaignId)).filter(({ phone }) => perhaps.has(phone))
          expect(unknown.map(({ state, reason }) => `${state} ${reason}`)).toEqual(Array(6).fill("failed unanswered"))
        }),
      )

      it.effect(
        "leaves a text that its carrier was asked about to its own number, which sends it once it is well",
        () =>
          Effect.gen(function* () {
            const { companyId, campaignId, first, second } = yield* start(12, { first: "twilio", second: "smpp" })
            const perhaps = new Set<string>()
            let isDown = true
            const took = answerBy({
              [first]: ({ to }, place) => {
                if (!isDown) return taken(place)
                if (perhaps.size === 4) return down
                perhaps.add(to)
                return lost
              },
              [second]: (_message, place) => taken(place),
            })
            const isWaiting = Effect.map(
              standing(companyId, campaignId),
              (people) =>
                people.filter(({ state, by }) => state === "sent" && by !== null).length === 8 &&
                people.filter(({ state, wasLost }) => state === "queued" && wasLost).length === 4,
            )
            yield* whileRunning(
              Effect.gen(function* () {
                yield* eventually(isWaiting)
                isDown = false
                yield* awaitEvent(companyId, campaignId, "CampaignCompleted")
              }),
            )
            expect(
              took
                .filter(({ from }) => from === first)
                .map(({ to }) => to)
                .toSorted(),
            ).toEqual([...perhaps].toSorted())
            expect(took.filter(({ from }) => from === second)).toHaveLength(8)
          }),
      )

      it.effect("keeps what it may have sent, though the number that it stood in for is well again", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, first, second } = yield* start(6)
          let isDown = true
          const perhaps = new Set<string>()
          const took = answerBy({
            [first]: (_message, place) => (isDown ? down : taken(place)),
            [second]: ({ to }, place) => {
              if (perhaps.has(to)) return taken(place)
              perhaps.add(to)
              if (perhaps.size === 6) isDown = false
              return lost
            },
          })
          yield* whileRunning(awaitEvent(companyId, campaignId, "CampaignCompleted"))
          expect(took.map(({ from }) => from)).toEqual(Array(6).fill(second))
          expect(perhaps.size).toBe(6)
        }),
      )

      it.effect("has its sends looked after by its own lane, and none of the other's", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, first, firstId, secondId } = yield* start(4)
          const store = yield* Database
          yield* planRecipients(companyId, campaignId)
          const trouble = store.sql`
            update senders set trouble_code = 'unreachable', trouble_since = ${new Date(noon - 300_000).toISOString()}::timestamptz
            where sender_id = ${firstId}`
          yield* store.company(companyId)(trouble)
          const lane = { companyId, channel: textChannel, most: 2, now: noon, turn: 1 }
          const [own, other] = [
            yield* claim(store, { ...lane, senderId: firstId }),
            yield* claim(store, { ...lane, senderId: secondId }),
          ]
          expect([own.claimed.length, other.claimed.length]).toEqual([2, 2])
          yield* findLostSends(store, companyId, firstId, new Set(own.claimed.map(({ key }) => key)))
          expect((yield* standing(companyId, campaignId)).map(({ state }) => state)).toEqual(Array(4).fill("sending"))
          yield* findLostSends(store, companyId, secondId, new Set())
          const states = (yield* standing(companyId, campaignId)).map(({ state, by }) => `${state} ${by ?? "own"}`)
          expect(states).toEqual(["sending own", "sending own", `unknown ${secondId}`, `unknown ${secondId}`])
          // A receipt of the first number is about none of them.
          const phone = other.claimed[0]?.to ?? ""
          const receipt = { _tag: "Receipt", id: "00ff", phone, to: first, state: "UNDELIV" } as const
          const [read] = yield* readReceipts(store, new Date(noon).toISOString(), [receipt])
          expect(read?.report).toMatchObject({ key: null })
        }),
      )

      it.effect("takes at once what the other carrier put off, and pauses what its own did", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, firstId, secondId } = yield* start(1)
          const store = yield* Database
          yield* planRecipients(companyId, campaignId)
          yield* store.company(companyId)(store.sql`
            update senders set trouble_code = 'unreachable', trouble_since = ${new Date(noon - 300_000).toISOString()}::timestamptz
            where sender_id = ${firstId}`)
          const until = new Date(noon + 60_000).toISOString()
          const at = new Date(noon).toISOString()
          const claimBy = Effect.fnUntraced(function* (senderId: typeof firstId) {
            const lane = { companyId, channel: textChannel, most: 1, now: noon, turn: 1 }
            const { claimed } = yield* claim(store, { ...lane, senderId })
            const facts = [{ _tag: "SendDeferred", code: "unreachable", until } as const]
            yield* recordEnded(
              store,
              companyId,
              at,
              textChannel,
              claimed.map(({ recipientId, key }) => ({ campaignId, recipientId, key, facts })),
            )
            return claimed.length
          })
          expect(yield* claimBy(firstId)).toBe(1)
          expect(yield* claimBy(firstId)).toBe(0)
          expect(yield* claimBy(secondId)).toBe(1)
          expect(yield* claimBy(secondId)).toBe(0)
          expect(yield* claimBy(firstId)).toBe(1)
        }),
      )

      it.effect("belongs to the campaign with what people answer to it", () =>
        Effect.gen(function* () {
          const { companyId, campaignId, first, second } = yield* start(3)
          answerBy({ [second]: (_message, place) => taken(place) })
          yield* whileRunning(awaitEvent(companyId, campaignId, "CampaignCompleted"))
          const store = yield* Database
          const [one, two] = yield* standing(companyId, campaignId)
          const at = new Date(noon).toISOString()
          const text = { body: "Hello", sid: sidOf(900) }
          yield* receiveTexts(store, yield* SendGate, at, [
            { ...text, id: "in-1", from: one?.phone ?? "", to: second },
            { ...text, id: "in-2", from: two?.phone ?? "", to: first },
          ])
          expect((yield* standing(companyId, campaignId)).map(({ state }) => state)).toEqual([
            "replied",
            "sent",
            "sent",
          ])
        }),
      )
    },
  )
}
