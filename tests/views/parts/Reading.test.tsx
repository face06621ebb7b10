import { act } from "react"
import { describe, expect, it } from "vitest"
import { notFound } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { NextTryIn, Seconds, type SecondClock } from "#views/parts/NextTryIn.tsx"
import { Reading } from "#views/parts/Reading.tsx"
import { accessibilityFaults, render, textOf } from "#tests/support/render.tsx"
import { seenReading } from "#tests/support/seen.ts"

const show = async (view: Parameters<typeof render>[0]) => {
  const rendered = await render(view)
  return rendered.container
}

/** A clock that the test moves; what shows it hears of each move. */
const movable = () => {
  let now = 0
  const heard = new Set<() => void>()
  const clock: SecondClock = {
    read: () => now,
    subscribe: (hear) => {
      heard.add(hear)
      return () => void heard.delete(hear)
    },
  }
  const move = (millis: number): Promise<void> =>
    act(async () => {
      now += millis
      for (const hear of heard) hear()
    })
  return { clock, move }
}

describe("a reading that failed", () => {
  const failed = (problem: unknown) => <Reading of={seenReading<string>({ failed: problem })}>{(text) => text}</Reading>

  it("says once why and that it is tried again, and counts outside of what is announced", async () => {
    const container = await show(failed(unreachable()))
    const alert = container.querySelector("[role=alert]")
    expect(textOf(alert)).toBe("Could not loadThe server could not be reached.It is tried again by itself.")
    expect(alert?.querySelector("button")).toBeNull()
    expect(textOf(container.querySelector("button"))).toBe("Try now")
    expect(container.querySelector("[role=alert] .number, [aria-live] .number, [role=status]")).toBeNull()
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("leaves what a person must change to them", async () => {
    const container = await show(failed(notFound()))
    expect(textOf(container.querySelector(".notice-actions"))).toBe("Retry")
  })

  it("counts the seconds down, and minutes while there are many", async () => {
    const { clock, move } = movable()
    const container = await show(
      <Seconds value={clock}>
        <NextTryIn until={300_000} />
      </Seconds>,
    )
    expect(textOf(container)).toBe("Trying again in 5 min")
    await move(291_500)
    expect(textOf(container)).toBe("Trying again in 9 s")
    await move(1_000)
    expect(textOf(container)).toBe("Trying again in 8 s")
    await move(60_000)
    expect(textOf(container)).toBe("Trying again in 1 s")
  })
})
