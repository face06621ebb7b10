import { describe, expect, it } from "vitest"
import { textFacts } from "#schemas/outreach/textFacts.ts"
import type { SendOutcome } from "#server/delivery/Carrier.ts"
import type { Claimed } from "#server/delivery/claim.ts"
import { factOf } from "#server/delivery/results.ts"
import { makeSenderHealth } from "#server/delivery/senderHealth.ts"

const refusedSignIn: SendOutcome = { _tag: "Deferred", code: "20003" }
const unreachable: SendOutcome = { _tag: "Deferred", code: "unreachable" }
const offPhone: SendOutcome = { _tag: "Deferred", code: "30003" }
const taken: SendOutcome = { _tag: "Accepted", sid: "SM1" }
const lost: SendOutcome = { _tag: "Unknown", reason: "timeout" }
const heldBack: SendOutcome = { _tag: "HeldBack" }
const noNumber: SendOutcome = { _tag: "Refused", code: "21211", message: "", permanent: true }

/** A sender after these endings, one a second from the 1,000th of the product's clock. */
const after = (...endings: ReadonlyArray<SendOutcome>) => {
  const health = makeSenderHealth(textFacts)
  endings.forEach((one, place) => health.note(one, place, 1_000 + place))
  return health
}

const badNumber: SendOutcome = { _tag: "Refused", code: "21606", message: "", permanent: true }

/** What a text that is put off comes to at its nth try. */
const atTry = (attempt: number, ending: SendOutcome, health = after()) =>
  factOf(ending, { key: `1.1.1.${attempt}.random` } as Claimed, 0, health)
const putOff = (code: string, millis: number) => ({
  ...{ _tag: "SendDeferred", code, until: new Date(millis).toISOString() },
})

describe("a text that is put off", () => {
  it("waits longer each time, and fails in the end for a code about its phone", () => {
    expect(atTry(1, offPhone)).toEqual(putOff("30003", 1_000))
    expect(atTry(7, offPhone)).toEqual(putOff("30003", 60_000))
    expect(atTry(12, offPhone)).toEqual({ _tag: "SendRefused", code: "30003" })
  })

  it("has ten times as many tries where the sender is to blame, since an outage may have used them up", () => {
    expect(atTry(12, unreachable)).toEqual(putOff("unreachable", 60_000))
    expect(atTry(120, unreachable)).toEqual({ _tag: "SendRefused", code: "unreachable" })
  })

  it("pauses while its sender is in trouble, so that the next try is another text's, and never fails by that", () => {
    const down = after(...Array<SendOutcome>(5).fill(unreachable))
    expect(atTry(1, unreachable, down)).toEqual(putOff("unreachable", 1_000))
    expect(atTry(500, unreachable, down)).toEqual(putOff("unreachable", 60_000))
  })
})

describe("the health of a sender", () => {
  it("is trouble after five deferrals in a row that blame no person, since the first and by the last code", () => {
    expect(after(...Array<SendOutcome>(4).fill(refusedSignIn)).trouble()).toBeUndefined()
    const health = after(taken, ...Array<SendOutcome>(4).fill(refusedSignIn), unreachable)
    expect(health.trouble()).toEqual({ code: "unreachable", since: 1_001 })
    expect(health.restsFor(5)).toBe(1_000)
    expect(health.isGood()).toBe(false)
  })

  it.each([
    ["takes a text", taken],
    ["refuses a text for its number", noNumber],
    ["puts a text off for its phone", offPhone],
  ])("is good again once the carrier %s", (_, ending) => {
    const health = after(...Array<SendOutcome>(6).fill(unreachable), ending)
    expect(health.trouble()).toBeNull()
    expect(health.isGood()).toBe(true)
    health.note(unreachable, 10, 2_000)
    expect(health.trouble()).toBeNull()
  })

  it.each([
    ["was lost", lost],
    ["is none, since the text was held back", heldBack],
    ["refuses the sender's own number", badNumber],
  ])("is as it was after an answer that %s", (_, ending) => {
    expect(after(ending).trouble()).toBeUndefined()
    const down = Array<SendOutcome>(5).fill(unreachable)
    expect(after(...down, ending).trouble()).toEqual({ code: "unreachable", since: 1_000 })
    expect(after(...down.slice(1), ending, unreachable).trouble()).toEqual({ code: "unreachable", since: 1_000 })
  })

  it("begins with the trouble that is stored of it, tries at once, and is well with the first answer", () => {
    const health = makeSenderHealth(textFacts, { code: "20003", since: 500 })
    expect(health.isGood()).toBe(false)
    expect(health.restsFor(0)).toBe(0)
    expect(health.trouble()).toEqual({ code: "20003", since: 500 })
    health.note(taken, 1, 1_000)
    expect(health.trouble()).toBeNull()
  })
})
