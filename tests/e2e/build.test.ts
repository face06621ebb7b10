import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import {
  bytesOf,
  insideFiles,
  pageFiles,
  patientFiles,
  pieceFiles,
  signInFiles,
  weightOf,
} from "../../scripts/pageWeights.ts"

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
  it("shows the sign-in screen before Blueprint, Effect or MSAL are loaded", () => {
    const first = [...loadedBy("index.html")].map(nameOf)
    expect(first.toSorted()).toEqual(["first", "first-libraries", "index", "rolldown-runtime"])
  })

  it("ships nothing that calls say of themselves for the server's document", () => {
    const scripts = globSync("dist/assets/*.js").map((file) => readFileSync(file, "utf8"))
    expect(scripts.filter((script) => script.includes("Lists the multi-campaigns."))).toEqual([])
  })

  it("ships no icon by name, of which Blueprint has some hundreds", () => {
    const scripts = globSync("dist/assets/*.js").map((file) => readFileSync(file, "utf8"))
    expect(scripts.filter((script) => script.includes("airplane"))).toEqual([])
  })

  it.each(["index.html", "redirect.html", "patient.html"])(
    "has no script or style inside %s, as its security policy demands",
    (page) => {
      const html = readFileSync(`dist/${page}`, "utf8")
      expect(html).toMatch(/<script type="module"[^>]* src="\/assets\//)
      expect(html).not.toMatch(/<script(?![^>]* src=)/)
      expect(html).not.toMatch(/<style| style=| on\w+=/)
    },
  )

  it("has one script of its own in the page, by whose address a release is known", () => {
    const scripts = readFileSync("dist/index.html", "utf8").match(/<script\b[^>]*>/g)
    expect(scripts).toEqual([expect.stringMatching(/ type="module" .*src="\/assets\/index-.{8}\.js"/)])
  })

  it("loads one file and nothing of the app in the redirect page", () => {
    const html = readFileSync("dist/redirect.html", "utf8")
    const scripts = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(scripts).toHaveLength(1)
    expect(readFileSync(`dist${scripts[0]}`, "utf8")).not.toMatch(/\bfrom\s*"\.\/|import\s*"\.\//)
  })
})

/** Bytes on the wire, compressed, without the heads of answers (decision 033). */
const budgets = { signIn: 100_000, patient: 97_000, inside: 221_000, page: 26_000, tool: 46_000, styles: 22_000 }
/** Pages of the demo that no clinic has; that of the flows holds every chart, and so grows with them. */
const tools = ["FlowsPage", "HandsetsPage"]
/** Nothing, or what weighs so much together. */
const tooHeavy = (files: ReadonlySet<string>, budget: number): ReadonlyArray<string> =>
  weightOf(files) <= budget ? [] : [...files].map((file) => `${bytesOf(file)} ${file}`)

/** Parts that a page loads when they are asked for, which weigh no more than a page. */
const parts = [
  ["src/wiring/outreach/MultiCampaignEditorPart.tsx", "MultiPage"],
  ["src/wiring/outreach/LadderChartPart.tsx", "MultiPage"],
] as const

describe("the weight of the built front end", () => {
  it("of the sign-in screen until it is drawn is within its budget", () => {
    expect(signInFiles.size).toBeGreaterThan(3)
    expect(tooHeavy(signInFiles, budgets.signIn)).toEqual([])
  })

  it("of the patient's page, with all that it loads, is within its budget", () => {
    expect([...patientFiles].map((file) => file.split(".").at(-1)).toSorted()).toEqual(["css", "js"])
    expect(tooHeavy(patientFiles, budgets.patient)).toEqual([])
  })

  it("of what every page inside needs is within its budget, its styles within theirs", () => {
    expect(tooHeavy(insideFiles, budgets.inside)).toEqual([])
    const styles = [...insideFiles].filter((file) => /\.css$/.test(file))
    expect(styles).toHaveLength(1)
    expect(weightOf(styles)).toBeLessThanOrEqual(budgets.styles)
  })

  it.each([...pageFiles])("of %s's own files is within its budget", (name, files) => {
    expect(tooHeavy(files, tools.includes(name) ? budgets.tool : budgets.page)).toEqual([])
  })

  it.each(parts)("of %s, which %s loads, is within a page's budget", (part, page) => {
    expect(tooHeavy(pieceFiles(part, page), budgets.page)).toEqual([])
  })
})
