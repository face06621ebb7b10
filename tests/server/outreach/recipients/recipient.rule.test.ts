import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { recipientTable } from "#machines/lifecycles/recipient.lifecycle.ts"
import type { RecipientFact } from "#schemas/outreach/events.ts"
import { textFacts, textVerdicts } from "#schemas/outreach/textFacts.ts"
import { factsOfReport } from "#server/delivery/statusReports.ts"
import { foldFact, planned, type RecipientRow } from "#server/outreach/recipients/recipient.rule.ts"

const at = "2026-11-21T09:30:00.000Z"
const fold = (row: RecipientRow, facts: ReadonlyArray<RecipientFact>): RecipientRow =>
  facts.reduce((folded, fact) => foldFact(folded, fact, at), row)

const sending = fold(planned, [{ _tag: "RecipientQueued" }, { _tag: "SendStarted", key: "1.1.1.1.abcdefgh" }])

/** What the carrier and the person may say about one text, as the facts we make of it. */
const reports: ReadonlyArray<ReadonlyArray<RecipientFact>> = [
  ...[...Object.keys(textVerdicts), "teleported"].map((status) =>
    factsOfReport(textFacts, {
      sid: "SM1",
      status,
      errorCode: textFacts.verdictOf(status) === "failed" ? "30003" : null,
    }),
  ),
  [{ _tag: "SendAccepted", sid: "SM1" }],
  [{ _tag: "ReplyReceived" }],
  [{ _tag: "ReplyReceived" }, { _tag: "RecipientOptedOut" }],
  [{ _tag: "RecipientOptedOut" }],
]

/** A handful of reports, in one order with some twice, and the same ones shuffled with others twice. */
const twoOrders = fc.subarray([...reports.keys()], { minLength: 1 }).chain((chosen) => {
  const withRepeats = fc
    .array(fc.constantFrom(...chosen), { maxLength: 6 })
    .chain((more) => fc.shuffledSubarray([...chosen, ...more], { minLength: chosen.length + more.length }))
  return fc.tuple(withRepeats, withRepeats)
})

const startStates: ReadonlyArray<RecipientRow> = [sending, fold(sending, [{ _tag: "SendLost" }])]

describe("a recipient", () => {
  it("ends the same whatever the order and number of reports", () => {
    fc.assert(
      fc.property(twoOrders, fc.constantFrom(...startStates), ([left, right], start) => {
        const end = (order: ReadonlyArray<number>) =>
          fold(
            start,
            order.flatMap((index) => reports[index] ?? []),
          )
        expect(end(right)).toEqual(end(left))
      }),
      { numRuns: 5_000 },
    )
  })

  it("never goes back: each report leaves it as far or further", () => {
    const rank = ["sending", "unknown", "sent", "failed", "delivered", "replied", "optedOut"]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reports.keys())), (order) => {
        let row = sending
        for (const index of order) {
          const next = fold(row, reports[index] ?? [])
          expect(rank.indexOf(next.state)).toBeGreaterThanOrEqual(rank.indexOf(row.state))
          row = next
        }
      }),
    )
  })

  it("keeps what was said even where the state stays", () => {
    const row = fold(sending, [
      { _tag: "ReplyReceived" },
      { _tag: "SendAccepted", sid: "SM7" },
      { _tag: "MessageDelivered" },
    ])
    expect(row).toMatchObject({ state: "replied", sid: "SM7", sentAt: at, deliveredAt: at, repliedAt: at })
  })

  it("gives the same row for a fact that says nothing new, so that it is not stored", () => {
    const delivered = fold(sending, [{ _tag: "SendAccepted", sid: "SM1" }, { _tag: "MessageDelivered" }])
    for (const fact of [
      { _tag: "SendAccepted", sid: "SM1" },
      { _tag: "MessageDelivered" },
      { _tag: "SendLost" },
    ] as const) {
      expect(foldFact(delivered, fact, at)).toBe(delivered)
    }
  })

  it("counts attempts and forgets the reason of an earlier one", () => {
    const again = fold(sending, [
      { _tag: "SendDeferred", code: "20429", until: "2026-11-21T09:31:00.000Z" },
      { _tag: "SendStarted", key: "1.1.1.2.abcdefgh" },
    ])
    expect(again).toMatchObject({ state: "sending", attempts: 2, heldUntil: null, sendKey: "1.1.1.2.abcdefgh" })
  })

  it("moves along the lifecycle and nowhere else", () => {
    const facts: ReadonlyArray<RecipientFact> = [
      { _tag: "RecipientQueued" },
      { _tag: "RecipientExcluded", reason: "landline" },
      { _tag: "RecipientHeld", until: at },
      { _tag: "RecipientReleased" },
      { _tag: "RecipientCancelled" },
      { _tag: "SendStarted", key: "k" },
      { _tag: "SendDeferred", code: "20429", until: null },
      { _tag: "SendRefused", code: "21211" },
      { _tag: "SendLost" },
      ...reports.flat(),
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...facts)), (order) => {
        let row = planned
        for (const fact of order) {
          const next = foldFact(row, fact, at)
          expect(next.state).toBe(recipientTable.next(row.state, fact._tag) ?? row.state)
          row = next
        }
      }),
    )
  })
})
