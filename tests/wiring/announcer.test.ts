import { beforeEach, describe, expect, it } from "vitest"
import { announce, announcements, clearAnnouncements } from "../../src/wiring/announcer.ts"

beforeEach(clearAnnouncements)
const said = () => announcements.read().map(({ text }) => text)

describe("what the live region says", () => {
  it("is each announcement once, the same words twice as two, none lost in a burst", () => {
    const burst = Array.from({ length: 10 }, (_, index) => `Toast ${index}`)
    for (const text of [...burst, "Saved", "Saved"]) announce(text)
    expect(said()).toEqual([...burst, "Saved", "Saved"])
    expect(new Set(announcements.read().map(({ id }) => id)).size).toBe(12)
  })

  it("waits its turn unless it is urgent", () => {
    announce("Saved")
    announce("Failed", "assertive")
    expect(announcements.read().map(({ urgency }) => urgency)).toEqual(["polite", "assertive"])
  })

  it("does not grow for ever, and is forgotten with the session", () => {
    for (let index = 0; index < 1_000; index += 1) announce(`Toast ${index}`)
    expect(said().length).toBeLessThan(50)
    expect(said().at(-1)).toBe("Toast 999")
    clearAnnouncements()
    expect(said()).toEqual([])
  })

  it("reaches those who listen, until they leave", () => {
    let calls = 0
    const leave = announcements.subscribe(() => void (calls += 1))
    announce("Saved")
    leave()
    announce("Saved")
    expect(calls).toBe(1)
  })
})
