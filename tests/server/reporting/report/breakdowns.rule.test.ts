import { describe, expect, it } from "@effect/vitest"
import fc from "fast-check"
import { CampaignId } from "#schemas/ids.ts"
import { recipientStates } from "#schemas/outreach/recipient.ts"
import { accepted } from "#schemas/outreach/progress.ts"
import { byCampaign, optOutReasons, reasons, tallyOf, type Alike } from "#server/reporting/report/breakdowns.rule.ts"

/** Whose text the carrier took has come further than those for whom that is not known. */
const anyStanding = fc
  .constantFrom(...recipientStates, "stoppedBefore" as const, "stoppedUnderway" as const)
  .chain((status) =>
    (status === "failed" ? fc.boolean() : fc.constant(accepted.some((one) => one === status))).map((taken) => ({
      status,
      accepted: taken,
    })),
  )
const anyAlike: fc.Arbitrary<Alike> = fc
  .record({
    standing: anyStanding,
    campaignId: fc.integer({ min: 1, max: 4 }).map((id) => CampaignId.make(id)),
    reason: fc.constantFrom(null, "30003", "landline", "optedOut"),
    people: fc.integer({ min: 1, max: 1_000 }),
    channel: fc.constant("SMS" as const),
    cost: fc.integer({ min: 0, max: 3_000 }),
  })
  .map(({ standing, ...rest }) => ({ ...rest, ...standing }))
const names = [
  { campaignId: CampaignId.make(1), campaignHashedId: "one", name: "Flu shots", channel: "SMS" as const },
  { campaignId: CampaignId.make(2), campaignHashedId: null, name: "Deleted", channel: "SMS" as const },
]

describe("the campaigns and reasons of a report", () => {
  it("add up to its figures for any people", () => {
    fc.assert(
      fc.property(fc.array(anyAlike, { maxLength: 30 }), (alike) => {
        const { everyone, people } = tallyOf(alike, { distinctDelivered: 0, distinctOptedOut: 0 })
        const rows = byCampaign(alike, names)
        const sum = (of: ReadonlyArray<number>) => of.reduce((all, one) => all + one, 0)
        expect(sum(rows.map((row) => row.people))).toBe(everyone)
        for (const share of ["sent", "delivered", "notDelivered", "replied", "optedOut"] as const)
          expect([share, sum(rows.map((row) => row[share]))]).toEqual([share, people[share]])
        const { failures, leftOut } = reasons(alike)
        expect(sum(failures.map((one) => one.people))).toBe(people.failed)
        expect(sum(leftOut.map((one) => one.people))).toBe(people.leftOut)
        const { cancelled, waiting, held, sending, notAccepted, sent, underway, notDelivered, delivered } = people
        expect(people.leftOut + cancelled + waiting + held + sending + notAccepted + sent).toBe(everyone)
        expect(underway + notDelivered + delivered).toBe(sent)
        expect(notAccepted + notDelivered).toBe(people.failed)
      }),
    )
  })

  it("stand in one order, however the database groups the same people", () => {
    const inChannels = anyAlike.chain((one) => fc.constantFrom("SMS", "IVR").map((channel) => ({ ...one, channel })))
    const few = inChannels.map((one) => ({ ...one, people: 5 }) as Alike)
    const groups = fc.uniqueArray(few, {
      maxLength: 12,
      selector: ({ campaignId, channel, status, reason }) => `${campaignId} ${channel} ${status} ${reason}`,
    })
    const bothWays = groups.chain((alike) =>
      fc.tuple(fc.constant(alike), fc.shuffledSubarray(alike, { minLength: alike.length })),
    )
    fc.assert(
      fc.property(bothWays, ([alike, shuffled]) => {
        expect(byCampaign(shuffled, names)).toEqual(byCampaign(alike, names))
        expect(reasons(shuffled)).toEqual(reasons(alike))
      }),
    )
  })

  it("name a deleted campaign without the way to its page, and say a reason in words once", () => {
    const of = (campaignId: number, status: Alike["status"], reason: string | null, people: number): Alike => ({
      campaignId: CampaignId.make(campaignId),
      status,
      reason,
      accepted: status === "failed",
      people,
      channel: "SMS",
      cost: people,
    })
    const alike = [
      of(1, "failed", "30003", 2),
      of(2, "failed", "30003", 5),
      of(2, "stoppedBefore", null, 1),
      of(2, "excluded", "optedOut", 3),
    ]
    expect(
      byCampaign(alike, names).map(({ name, campaignHashedId, people }) => [name, campaignHashedId, people]),
    ).toEqual([
      ["Deleted", null, 9],
      ["Flu shots", "one", 2],
    ])
    expect(reasons(alike)).toEqual({
      failures: [{ id: "30003", reason: "The phone was switched off or out of reach (30003)", people: 7 }],
      leftOut: [{ id: "optedOut", reason: "Opted out of texts", people: 4 }],
    })
  })

  it("say how people opted out, in the words of the law and not in their own", () => {
    expect(
      optOutReasons([
        { source: "reply", said: "Stop", people: 2 },
        { source: "reply", said: "STOP!", people: 3 },
        { source: "staff", said: null, people: 4 },
        { source: "reply", said: "Basta, Maria Lopez", people: 2 },
        { source: null, said: null, people: 1 },
      ]),
    ).toEqual([
      { id: "STOP", reason: "Replied STOP", people: 5 },
      { id: "staff", reason: "Staff decided, by what they wrote", people: 4 },
      { id: "other", reason: "Replied with another word to opt out", people: 2 },
      { id: "notSaid", reason: "Not said", people: 1 },
    ])
  })
})
