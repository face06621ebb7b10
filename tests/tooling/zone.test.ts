import { describe, expect, it } from "vitest"
import { fired, isWithin, noTimers, started, stopped, waited } from "#tests/paths/zone.ts"

const running = (...millis: ReadonlyArray<number>) => millis.reduce(started, noTimers)

describe("what is left on timers", () => {
  it("lets only the shortest fire first when all were started at once", () => {
    expect(fired(running(50, 20, 30), 1)).toBeUndefined()
    expect(fired(running(50, 20, 30), 3)).toBeUndefined()
    expect(fired(running(50, 20, 30), 2)).toEqual(running(30, 10))
  })

  it("lets the one started earlier go first of two that are due at the same moment", () => {
    expect(fired(running(20, 20), 2)).toBeUndefined()
    expect(fired(running(20, 20), 1)).toEqual(running(0))
  })

  it("lets nothing but a timer happen when one is due at once", () => {
    expect(waited(running(0))).toBeUndefined()
    expect(waited(running(0, 10))).toBeUndefined()
    expect(waited(noTimers)).toEqual(noTimers)
  })

  it("leaves both orders open when the second was started at an unknown moment, if there was time for it", () => {
    const either = started(waited(running(10)) ?? noTimers, 7)
    expect(fired(either, 1)).toBeDefined()
    expect(fired(either, 2)).toBeDefined()
    const never = started(waited(running(10)) ?? noTimers, 10)
    expect(fired(never, 2)).toBeUndefined()
  })

  it("knows that timers started together keep their distance, however long one waits", () => {
    const later = waited(running(10, 12)) ?? noTimers
    expect(fired(later, 2)).toBeUndefined()
    expect(fired(later, 1)).toEqual(running(2))
  })

  it("forgets a stopped timer, and finds what allows less within what allows more", () => {
    expect(stopped(running(5, 6, 7), 2)).toEqual(running(5, 7))
    const later = waited(running(5)) ?? noTimers
    expect(isWithin(running(5), later)).toBe(true)
    expect(isWithin(later, running(5))).toBe(false)
  })
})
