import library from "@mermaid-js/tiny/dist/mermaid.tiny.js?url"
import { beforeAll, describe, expect, it } from "vitest"

/** Mermaid's own reading of a diagram. */
type Mermaid = {
  readonly parse: (text: string) => Promise<{ readonly diagramType: string }>
  readonly render: (id: string, text: string) => Promise<{ readonly svg: string }>
}
declare global {
  var mermaid: Mermaid
}

const pictures = Object.entries(
  import.meta.glob<string>("/docs/flows/**/*.mmd", { eager: true, query: "?raw", import: "default" }),
)

// It is a classic script: it puts itself where every script sees it, and has no exports.
beforeAll(
  () =>
    new Promise<void>((resolve, reject) => {
      const script = document.createElement("script")
      script.src = library
      script.addEventListener("load", () => resolve())
      script.addEventListener("error", () => reject(new Error("Mermaid did not load.")))
      document.head.append(script)
    }),
)

describe("the written pictures", () => {
  // What it reads it may still fail to draw.
  it.each(pictures)("are what Mermaid reads and draws: %s", async (_, text) => {
    await expect(mermaid.parse(text)).resolves.toMatchObject({ diagramType: expect.stringMatching(/^state/) })
    const { svg } = await mermaid.render("picture", text)
    const states = [...text.matchAll(/^ *state "(\S+).*" as \w+$/gm)].map(([, name]) => name!)
    expect(states.length).toBeGreaterThan(0)
    for (const name of states) expect(svg).toContain(name)
  })

  it.each([
    ["an arrow to nowhere", "stateDiagram-v2\n  one --> \n"],
    ["a state that is not closed", "stateDiagram-v2\n  state one {\n    two --> three\n"],
    ["a caption that ends early", 'stateDiagram-v2\n  state "a "b" c" as one\n'],
  ])("would be refused with %s", async (_, text) => {
    await expect(mermaid.parse(text)).rejects.toThrow(/error|expecting/i)
  })

  it("are there: one for each chart", () => {
    const charts = Object.keys(import.meta.glob("/src/machines/**/*.{machine,lifecycle}.ts"))
    expect(pictures).toHaveLength(charts.length)
  })
})
