import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sourcesOf, type Seen } from "./seen.ts"

/** Where each test file notes what the running program was seen to do: charts in real pages, lifecycles on the server. */
export const notedFolder = join(import.meta.dirname, "..", "..", "..", ".coverage", "program")

/** One thing seen; of a pair the name says which transition followed on which. */
export type Noted = { readonly kind: "state" | "taken" | "refused" | "pair"; readonly name: string }

/** All that test files noted; null where none did. */
export const readNoted = (folder: string): Seen | null => {
  const files = globSync("*.jsonl", { cwd: folder })
  if (files.length === 0) return null
  const lines = files.flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n").filter(Boolean))
  const noted = lines.map((line) => JSON.parse(line) as Noted)
  const of = (kind: Noted["kind"]): ReadonlySet<string> =>
    new Set(noted.filter((one) => one.kind === kind).map(({ name }) => name))
  const taken = of("taken")
  return { states: new Set([...of("state"), ...sourcesOf(taken)]), taken, refused: of("refused"), pairs: of("pair") }
}
