import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { sharedWords } from "#schemas/sharedWords.ts"
import { words } from "#schemas/words.ts"
import { fileOf, importsOf } from "#tests/support/imports.ts"

const isCode = (file: string | undefined): file is string => file !== undefined && /^src\/.*\.tsx?$/.test(file)
const loaded = new Map(
  globSync("src/**/*.{ts,tsx}")
    .filter((file) => !file.endsWith(".d.ts"))
    .map((file) => {
      const { now, later } = importsOf(file)
      const filesOf = (all: ReadonlyArray<string>) => all.map((one) => fileOf(file, one)).filter(isCode)
      return [file, { now: filesOf(now), later: filesOf(later) }] as const
    }),
)

/** All that runs when a file is first loaded. */
const runWith = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const next of loaded.get(file)?.now ?? []) runWith(next, seen)
  return seen
}

const isAll = (file: string): boolean => file === "src/schemas/words.ts"
const namesWords = (file: string): boolean => /^src\/schemas\/.*([wW]ords|Sentences)\.ts$/.test(file)
/** The ids that stand in a file of words. */
const wordsIn = async (file: string): Promise<ReadonlyArray<string>> =>
  Object.values((await import(join(process.cwd(), file))) as object).flatMap((one) =>
    typeof one === "object" ? Object.keys(one as object) : [],
  )

const ids = Object.keys(words)
/** The ids of words that a file names, and the beginnings of those that it puts together. */
const saidIn = (file: string): ReadonlyArray<string> => {
  const text = readFileSync(file, "utf8")
  const written = [...text.matchAll(/["`]([^"`\n$]+)["`]/g)].map(([, id]) => id ?? "")
  const begun = [...text.matchAll(/`([\w.]+\.)\$\{/g)].map(([, id]) => id ?? "")
  return [
    ...written.filter((id) => Object.hasOwn(words, id)),
    ...begun.filter((begin) => ids.some((id) => id.startsWith(begin))),
  ]
}

/** What is loaded for itself: a page, a part that waits, the frames of tools; not what comes with another of these. */
const begins = [
  ...new Set([
    "src/main.tsx",
    "src/gallery.tsx",
    "src/inspector.tsx",
    ...[...loaded.values()].flatMap(({ later }) => later),
  ]),
]
const alone = begins.filter((file) => !begins.some((other) => other !== file && runWith(other).has(file)))

it.each(alone)("%s brings the words that it says", async (file) => {
  const run = [...runWith(file)]
  const brought = run.some(isAll) ? ids : (await Promise.all(run.filter(namesWords).map(wordsIn))).flat()
  const there = new Set([...Object.keys(sharedWords), ...brought])
  const missing = run
    .filter((one) => !namesWords(one))
    .flatMap((one) => saidIn(one).map((id) => `${id} in ${one}`))
    .filter((one) => {
      const id = one.slice(0, one.indexOf(" "))
      return id.endsWith(".") ? ![...there].some((known) => known.startsWith(id)) : !there.has(id)
    })
  expect(missing).toEqual([])
})

it("no page loads the words of all", () => {
  expect(begins.filter((file) => file !== "src/gallery.tsx" && [...runWith(file)].some(isAll))).toEqual([])
})
