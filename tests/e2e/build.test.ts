import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

type Chunk = { readonly file: string; readonly imports?: ReadonlyArray<string> }
const manifest = JSON.parse(readFileSync("dist/.vite/manifest.json", "utf8")) as Record<string, Chunk>

/** What a chunk loads before it runs, itself included, by file name without the hash. */
const loadedBy = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (!seen.has(key)) {
    seen.add(key)
    for (const next of manifest[key]?.imports ?? []) loadedBy(next, seen)
  }
  return seen
}
const nameOf = (key: string): string => manifest[key]!.file.replace(/^assets\/(.*)-.{8}\.\w+$/, "$1")

describe("the built front end", () => {
  it("shows the sign-in screen before Blueprint, Effect, MSAL or charts are loaded", () => {
    const first = [...loadedBy("index.html")].map(nameOf)
    expect(first).toContain("react")
    for (const vendor of ["blueprint", "effect", "msal", "recharts", "table", "icons-by-name"]) {
      expect(first).not.toContain(vendor)
    }
  })

  it.each(["index.html", "redirect.html"])(
    "has no script or style inside %s, as its security policy demands",
    (page) => {
      const html = readFileSync(`dist/${page}`, "utf8")
      expect(html).toMatch(/<script type="module"[^>]* src="\/assets\//)
      expect(html).not.toMatch(/<script(?![^>]* src=)/)
      expect(html).not.toMatch(/<style| style=| on\w+=/)
    },
  )

  it("loads one file and nothing of the app in the redirect page", () => {
    const html = readFileSync("dist/redirect.html", "utf8")
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(scripts).toHaveLength(1)
    expect(readFileSync(`dist${scripts[0]}`, "utf8")).not.toMatch(/\bfrom\s*"\.\/|import\s*"\.\//)
  })
})
