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

  it("finds buttons that are too small and too near to each other to be met, and lets a small one have room", async () => {
    const small = { blockSize: 16, inlineSize: 16, minBlockSize: 0, padding: 0 }
    const button = (name: string, margin: number) => (
      <button type="button" style={{ ...small, margin }} aria-label={name} />
    )
    await render(
      <main>
        <h1>Near</h1>
        {button("One", 0)}
        {button("Two", 0)}
      </main>,
    )
    expect(await accessibilityFaults()).toEqual([expect.stringMatching(/^target-size:/)])
    await render(
      <main>
        <h1>Apart</h1>
        {button("One", 8)}
        {button("Two", 8)}
      </main>,
    )
    expect(await accessibilityFaults()).toEqual([])
  })
})
