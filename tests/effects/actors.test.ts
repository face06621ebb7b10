import { Effect, Layer, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { runEffect } from "#effects/actors.ts"
import { problem } from "#schemas/problem.ts"

const run = runEffect(ManagedRuntime.make(Layer.empty))

describe("an effect run for a state of a chart", () => {
  it("gives its value, and its problem as it is", async () => {
    expect(await run(Effect.succeed(7), new AbortController().signal)).toBe(7)
    const refused = problem("NotFound", "It is gone.")
    await expect(run(Effect.fail(refused), new AbortController().signal)).rejects.toEqual(refused)
  })

  it("does not begin when the state was left before", async () => {
    const left = new AbortController()
    left.abort()
    let begun = false
    const act = Effect.sync(() => {
      begun = true
    })
    await expect(run(act, left.signal)).rejects.toMatchObject({ problem: "Unavailable" })
    expect(begun).toBe(false)
  })

  it("ends when the state is left", async () => {
    const leaving = new AbortController()
    let ended = false
    const waiting = Effect.onInterrupt(Effect.never, () =>
      Effect.sync(() => {
        ended = true
      }),
    )
    const running = run(waiting, leaving.signal)
    leaving.abort()
    await expect(running).rejects.toMatchObject({ problem: "Unavailable" })
    expect(ended).toBe(true)
  })
})
