import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"

/** Everything that is written by hand and read by people; this file quotes wrong references itself. */
const files = globSync([
  "*.{md,ts,html,yaml}",
  "docs/**/*.md",
  "deploy/**/*.{md,yaml}",
  "{src,server,scripts,bench,tests}/**/*.{ts,tsx,js,css,md}",
])
  .filter((file) => !file.endsWith("tooling/references.test.ts"))
  .toSorted()

const decisions = new Set(
  globSync("docs/decisions/*.md").map((file) => file.slice("docs/decisions/".length).slice(0, 3)),
)

/** Markdown without what stands in fences, which are examples. */
const withoutFences = (markdown: string): string => markdown.replace(/^( *)```[\s\S]*?^\1```/gm, "")

/** The anchors that a page of Markdown gives its headings: letters, digits and hyphens of them, in lower case. */
const anchorsOf = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...withoutFences(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  )

const anchors = new Map<string, ReadonlySet<string>>()
const isThere = (file: string, anchor: string | undefined): boolean => {
  if (!existsSync(file)) return false
  if (anchor === undefined) return true
  const known = anchors.get(file) ?? anchorsOf(readFileSync(file, "utf8"))
  anchors.set(file, known)
  return known.has(anchor)
}

/** Comments as one line each: a reference may stand on two. */
const unwrapped = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, " ")

/** Pages that are named from the root, with a heading or without. */
const namedPages = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/(?<![\w/.-])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)]
    .filter(([, file = "", anchor]) => !isThere(file, anchor))
    .map(([whole]) => whole)

/** Decisions that are named by number, in words or as (020). */
const namedDecisions = (text: string): ReadonlyArray<string> =>
  [
    ...[...text.matchAll(/\b(?:decision|record)s? (\d{3}(?:(?:, | and )\d{3})*)\b/g)].flatMap(
      ([, numbers = ""]) => numbers.match(/\d{3}/g) ?? [],
    ),
    ...[...text.matchAll(/[([](0\d\d)[)\]]/g)].map(([, number = ""]) => number),
  ]
    .filter((number) => !decisions.has(number))
    .map((number) => `decision ${number}`)

/** Links of a page to others of the repository. */
const links = (file: string, text: string): ReadonlyArray<string> =>
  [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#")
      return !isThere(path === "" ? file : join(dirname(file), path), anchor)
    })

/** Names of documents that are not here, and sections of anything but a published standard. */
const foreign = [
  /(?<!\b(?:RFC \d+|SP 800-63B) )§ ?\d[\d.]*/g,
  /(?<![\w/-])(?:notes\/\w[\w-]*|product|libraries|spec|architecture)\.md\b/g,
  /\b(?:performance-and-safety|second-wave-\w+)\b/g,
  /\bissue \d+\b/gi,
  /\/work\/\w+/g,
]
const foreignNames = (text: string): ReadonlyArray<string> =>
  foreign.flatMap((name) => [...text.matchAll(name)].map(([whole]) => whole))

/** The references of a file that lead nowhere. */
const faultsOf = (file: string, text: string): ReadonlyArray<string> => {
  const isPage = file.endsWith(".md")
  // In Markdown a link names its page from the folder of its own file.
  const plain = isPage ? withoutFences(text).replace(/\]\([^)\s]+\)/g, "]") : unwrapped(text)
  return [
    ...(isPage ? links(file, text) : []),
    ...namedPages(plain),
    ...namedDecisions(plain),
    ...foreignNames(isPage ? text.replace(/\]\([^)\s]+\)/g, "]") : plain),
  ]
}

describe("references", () => {
  it("are looked for in code, tests and documents", () => {
    expect(files.length).toBeGreaterThan(900)
    expect(decisions.size).toBeGreaterThan(25)
    const named = files.filter((file) => /docs\/policy\.md#|docs\/architecture\.md#/.test(readFileSync(file, "utf8")))
    expect(named.length).toBeGreaterThan(150)
  })

  it("lead to a page, a heading or a decision of the repository", () => {
    const faults = files.flatMap((file) =>
      faultsOf(file, readFileSync(file, "utf8")).map((fault) => `${file}: ${fault}`),
    )
    expect(faults).toEqual([])
  })
})

describe("a reference that leads nowhere is seen", () => {
  it.each([
    ["/** Held (docs/policy.md#noisy-hours). */", "docs/policy.md#noisy-hours"],
    ["/** See docs/polity.md. */", "docs/polity.md"],
    ["// One lane for each sender (decision\n// 999).", "decision 999"],
    ["// As in decisions 013 and 998.", "decision 998"],
    ["/** Exactly as written (spec §8). */", "§8"],
    ["/**\n * Never twice (product.md\n * 2c). */", "product.md"],
    ["// performance-and-safety S2", "performance-and-safety"],
    ["// Issue 4 brings it.", "Issue 4"],
  ])("in code: %s", (comment, fault) => {
    expect(faultsOf("src/wiring.tsx", comment)).toEqual([fault])
  })

  it.each([
    ["[hours](policy.md#noisy-hours)", "policy.md#noisy-hours"],
    ["[hours](docs/policy.md)", "docs/policy.md"],
    ["[above](#nowhere)", "#nowhere"],
    ["## Above\nAs journals are (000).", "decision 000"],
    ["as architecture.md says", "architecture.md"],
  ])("in a document: %s", (sentence, fault) => {
    expect(faultsOf("docs/guide.md", sentence)).toEqual([fault])
  })

  it.each([
    "// Seconds or a date (RFC 9110 §10.2.3), one lane (decision 013), held (docs/policy.md#quiet-hours).",
    "/** A row may stand on two lines (decision\n * 022). */",
  ])("and a good one is let through: %s", (comment) => {
    expect(faultsOf("src/wiring.tsx", comment)).toEqual([])
  })
})
