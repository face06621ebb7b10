import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Latch, Layer, Queue } from "effect"
import { TestClock } from "effect/testing"
import { CampaignId, CompanyId } from "#schemas/ids.ts"
import { textChannel } from "#server/delivery/channels/textChannel.ts"
import { makePacer } from "#server/delivery/pacer.ts"
import { SendGate } from "#server/delivery/SendGate.ts"
import { openSendQueue, type Ended } from "#server/delivery/sendQueue.ts"
import { carrierOf, recordedCarrier, sidOf } from "#tests/support/outreach.ts"

const claimed = (recipientId: number) => ({
  campaignId: CampaignId.make(1),
  recipientId,
  key: `1.1.${recipientId}.1.abcdefgh`,
  carrier: "twilio" as const,
  from: "+12125551001",
  to: `+1213000000${recipientId}`,
  body: "Hi",
  cost: 1,
})

const gateThat = (refuses: (phone: string) => boolean) =>
  Layer.succeed(SendGate, {
    whileSaid: (_companyId, _phones, saying) => saying,
    refuses: (_companyId, _campaignId, phone) => refuses(phone),
    onCampaign: () => () => {},
  })
const openGate = gateThat(() => false)

it.effect("a text that waits for a free connection does not leave once its person has opted out", () =>
  Effect.gen(function* () {
    const carrier = recordedCarrier()
    const free = yield* Latch.make(false)
    const waits = yield* Latch.make(false)
    carrier.connection = Effect.andThen(waits.open, free.await)
    let hasOptedOut = false
    const ended = yield* Deferred.make<Ended>()
    const queue = yield* openSendQueue({
      companyId: CompanyId.make(1),
      channel: textChannel,
      pacer: makePacer(100),
      connections: 1,
      statusCallback: "http://localhost/webhooks",
      onEnded: (one) => Deferred.doneUnsafe(ended, Effect.succeed(one)),
    }).pipe(Effect.provide([carrierOf(carrier), gateThat(() => hasOptedOut)]))
    queue.add([claimed(1)], 0)
    yield* waits.await
    hasOptedOut = true
    yield* free.open
    expect((yield* Deferred.await(ended)).ending).toEqual({ _tag: "HeldBack" })
    expect(carrier.sent).toEqual([])
  }).pipe(Effect.scoped),
)

it.effect("a text leaves within thirty seconds of its judgement, however late it came into the queue", () =>
  Effect.gen(function* () {
    const carrier = recordedCarrier()
    yield* TestClock.setTime(100_000)
    const ended = yield* Queue.unbounded<Ended>()
    const queue = yield* openSendQueue({
      companyId: CompanyId.make(1),
      channel: textChannel,
      pacer: makePacer(100),
      connections: 1,
      statusCallback: "http://localhost/webhooks",
      onEnded: (one) => Queue.offerUnsafe(ended, one),
    }).pipe(Effect.provide([carrierOf(carrier), openGate]))
    queue.add([claimed(1)], 69_999)
    expect((yield* Queue.take(ended)).ending).toEqual({ _tag: "HeldBack" })
    queue.add([claimed(2)], 70_000)
    expect((yield* Queue.take(ended)).ending).toMatchObject({ _tag: "Accepted" })
    expect(carrier.sent.map(({ to }) => to)).toEqual([claimed(2).to])
  }).pipe(Effect.scoped),
)

it.effect("a text that waited too long behind a slow carrier goes back to be judged again", () =>
  Effect.gen(function* () {
    const carrier = recordedCarrier()
    const answered = yield* Latch.make(false)
    const sending = yield* Latch.make(false)
    carrier.answer = (_message, place) =>
      Effect.andThen(sending.open, Effect.as(answered.await, { _tag: "Accepted", sid: sidOf(place) } as const))
    const endings: Array<Ended> = []
    const both = yield* Latch.make(false)
    const queue = yield* openSendQueue({
      companyId: CompanyId.make(1),
      channel: textChannel,
      pacer: makePacer(100),
      connections: 1,
      statusCallback: "http://localhost/webhooks",
      onEnded: (one) => {
        endings.push(one)
        if (endings.length === 2) both.openUnsafe()
      },
    }).pipe(Effect.provide([carrierOf(carrier), openGate]))
    queue.add([claimed(1), claimed(2)], 0)
    yield* sending.await
    yield* TestClock.adjust("31 seconds")
    yield* answered.open
    yield* both.await
    expect(carrier.sent.map(({ to }) => to)).toEqual([claimed(1).to])
    expect(endings.find((one) => one.claimed.recipientId === 2)?.ending).toEqual({ _tag: "HeldBack" })
  }).pipe(Effect.scoped),
)
