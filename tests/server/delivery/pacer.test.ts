import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { makePacer, type Ticket } from "#server/delivery/pacer.ts"

/** One text as the carrier sees it: when it arrived, and its segments. */
type Arrival = { readonly at: number; readonly segments: number }

/** Sends texts one after the other as fast as the pacer lets, each with its own way there and back; time in milliseconds. */
const send = (cap: number, texts: ReadonlyArray<{ segments: number; there: number; back: number }>) => {
  const pacer = makePacer(cap)
  const arrivals: Array<Arrival> = []
  const open: Array<{ readonly ticket: Ticket; readonly end: number }> = []
  let now = 0
  const finishUntil = (time: number) => {
    open.sort((left, right) => left.end - right.end)
    while (open[0] !== undefined && open[0].end <= time) {
      const { ticket, end } = open.shift() as (typeof open)[number]
      pacer.end(ticket, end)
    }
  }
  for (const { segments, there, back } of texts) {
    for (let wait = pacer.wait(segments, now); wait > 0; wait = pacer.wait(segments, now)) {
      now = Math.min(now + wait, open[0]?.end ?? Infinity)
      finishUntil(now)
    }
    open.push({ ticket: pacer.start(segments, now), end: now + there + back })
    arrivals.push({ at: now + there, segments })
    finishUntil(now)
  }
  return arrivals.toSorted((left, right) => left.at - right.at)
}

/** The most segments that arrived within any one second. */
const maxPerSecond = (arrivals: ReadonlyArray<Arrival>): number =>
  Math.max(
    ...arrivals.map(({ at }) =>
      arrivals.filter((one) => one.at >= at && one.at < at + 1_000).reduce((sum, { segments }) => sum + segments, 0),
    ),
  )

const delays = (most: number) => fc.double({ min: 0.1, max: most, noNaN: true })

describe("a pacer", () => {
  it.each([1, 4, 75, 225])(
    "at a cap of %i lets no second at the carrier hold more, however late texts arrive",
    (cap) => {
      const text = fc.record({
        segments: fc.constantFrom(1, 1, 1, ...(cap > 3 ? [2, 3] : [])),
        there: delays(400),
        back: delays(400),
      })
      fc.assert(
        fc.property(fc.array(text, { minLength: 1, maxLength: cap < 5 ? 30 : 400 }), (texts) => {
          expect(maxPerSecond(send(cap, texts))).toBeLessThanOrEqual(cap)
        }),
        { numRuns: cap < 5 ? 150 : 20 },
      )
    },
  )

  it.each([1, 4, 75, 225])("at a cap of %i sends at 99 %% of it to a carrier that answers at once", (cap) => {
    const seconds = 20
    const arrivals = send(
      cap,
      Array.from({ length: cap * seconds }, () => ({ segments: 1, there: 1, back: 1 })),
    )
    const last = arrivals.at(-1)?.at ?? 0
    expect((cap * seconds - 1) / (last / 1_000)).toBeGreaterThanOrEqual(cap * 0.99)
  })

  it("sends a text of more segments than the cap alone, and makes it pay afterwards", () => {
    const arrivals = send(
      1,
      [3, 1, 1].map((segments) => ({ segments, there: 1, back: 1 })),
    )
    expect(arrivals[1]?.at).toBeGreaterThanOrEqual(3_000)
    expect((arrivals[2]?.at ?? 0) - (arrivals[1]?.at ?? 0)).toBeGreaterThanOrEqual(1_000)
  })

  it("waits for an answer when only that can make room", () => {
    const pacer = makePacer(1)
    const ticket = pacer.start(1, 0)
    expect(pacer.wait(1, 60_000)).toBe(Infinity)
    pacer.end(ticket, 60_000)
    expect(pacer.wait(1, 60_000)).toBe(1_000)
    expect(pacer.wait(1, 61_000)).toBe(0)
  })

  it("takes a new cap from the next text on", () => {
    const pacer = makePacer(1)
    pacer.end(pacer.start(1, 0), 1)
    expect(pacer.wait(1, 500)).toBeGreaterThan(0)
    pacer.setCap(10)
    expect(pacer.wait(1, 951)).toBe(0)
  })
})
