import { createHash } from "node:crypto"
import { existsSync, globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sourcesOf, type Covered } from "./covered.ts"

const root = join(import.meta.dirname, "..", "..", "..")

/** Where each test file notes what the running program was seen to do: charts in real pages, lifecycles on the server. */
export const notesFolder = join(root, ".coverage", "program")

/** The first line of a file of notes: which test noted, and of which program. */
export type NotesHeader = { readonly test: string; readonly source: string }

/** One thing covered; of a pair the name says which transition followed on which. */
export type Note = { readonly kind: "state" | "taken" | "refused" | "pair"; readonly name: string }

/** What test files noted, null where none did; and the notes that count for nothing, each with its reason. */
export type ReadNotes = { readonly covered: Covered | null; readonly leftOut: ReadonlyArray<string> }

/** A mark of the program's own files: what was seen of another program says nothing of this one. */
export const sourceMark = (): string => {
  const hash = createHash("sha256")
  for (const file of globSync("{src,server}/**/*.{ts,tsx,js,css}", { cwd: root }).toSorted())
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0")
  return hash.digest("hex").slice(0, 16)
}

/** The file in which a test notes, by the test's own file from the project's root. */
export const notesOf = (test: string): string => `${test.replace(/\.test\.\w+$/, "").replaceAll("/", ".")}.jsonl`

type OneFile = { readonly noted: ReadonlyArray<Note>; readonly leftOut: ReadonlyArray<string> }

const readFile = (file: string, source: string): OneFile => {
  const [first = "{}", ...lines] = readFileSync(file, "utf8").split("\n").filter(Boolean)
  const by = JSON.parse(first) as NotesHeader
  if (by.source !== source)
    return { noted: [], leftOut: [`What ${by.test} noted is of another state of the source; run it again.`] }
  if (!existsSync(join(root, by.test)))
    return { noted: [], leftOut: [`What ${by.test} noted does not count: there is no such test any more.`] }
  return { noted: lines.map((line) => JSON.parse(line) as Note), leftOut: [] }
}

/**
 * All that test files noted of this very program. A file that runs replaces its own
 * notes and no others, so what one file notes alone adds to what the others noted
 * of the same source.
 */
export const readNotes = (folder: string, source: string): ReadNotes => {
  const files = globSync("*.jsonl", { cwd: folder })
    .toSorted()
    .map((file) => readFile(join(folder, file), source))
  const leftOut = files.flatMap((one) => one.leftOut)
  const noted = files.flatMap((one) => one.noted)
  if (noted.length === 0) return { covered: null, leftOut }
  const of = (kind: Note["kind"]): ReadonlySet<string> =>
    new Set(noted.filter((one) => one.kind === kind).map(({ name }) => name))
  const taken = of("taken")
  const states = new Set([...of("state"), ...sourcesOf(taken)])
  return { covered: { states, taken, refused: of("refused"), pairs: of("pair") }, leftOut }
}
