import { describe, expect, it } from "vitest"
import { accessibilityFaults, render } from "#tests/support/render.tsx"

describe("the check of accessibility", () => {
  it("looks once what fades in stands, and does not wait for what turns for ever", async () => {
    const { container } = await render(
      <main>
        <h1>Fades in</h1>
        <p>Turns</p>
      </main>,
    )
    const faint = [{ opacity: 0.1 }, { opacity: 0.1 }]
    container.querySelector("h1")?.animate(faint, { duration: 2_000 })
    container.querySelector("p")?.animate([{ opacity: 1 }, { opacity: 1 }], { duration: 100, iterations: Infinity })
    expect(await accessibilityFaults()).toEqual([])
  })
})
