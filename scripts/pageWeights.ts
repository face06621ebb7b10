/** What each page of the build weighs on the wire, from the build's own manifest and the files it compressed ahead. */
import { existsSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

type Chunk = {
  readonly file: string
  readonly name?: string
  readonly imports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
}

const dist = join(import.meta.dirname, "..", "dist")
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Record<string, Chunk>

/** The key of a file that holds modules of many, by its name in scripts/fewFiles.ts. */
const keyOf = (name: string): string =>
  Object.entries(manifest).find(([, chunk]) => chunk.name === name && chunk.file.endsWith(".js"))?.[0] ?? name

/** The files that come with a chunk before it can run: itself, what it imports, their styles. */
const filesWith = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
  const chunk = manifest[key]
  // Weighed as nothing, a part that was renamed would leave its budget without a word.
  if (chunk === undefined) throw new Error(`The build's manifest has no ${key}.`)
  if (seen.has(key)) return new Set()
  seen.add(key)
  return new Set([
    chunk.file,
    ...(chunk.css ?? []),
    ...(chunk.imports ?? []).flatMap((one) => [...filesWith(one, seen)]),
  ])
}

/** Bytes of a file as it is sent, without the answer's head. */
export const bytesOf = (file: string): number => {
  const path = join(dist, file)
  return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
}
export const weightOf = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + bytesOf(file), 0)

/** The sign-in screen until it is drawn. */
export const signInFiles = filesWith("index.html")

/** The patient's page, which is built alone: its files stand in it. */
export const patientFiles: ReadonlySet<string> = new Set(
  [...readFileSync(join(dist, "patient.html"), "utf8").matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(
    ([, file = ""]) => file,
  ),
)

const without = (files: Iterable<string>, ...known: ReadonlyArray<ReadonlySet<string>>): ReadonlySet<string> =>
  new Set([...files].filter((file) => !known.some((one) => one.has(file))))

/** What every page inside needs, services and layout; the sign-in library comes after it. */
export const insideFiles = without(filesWith(keyOf("inside")), signInFiles)

/** Each page's own files, by the name of its component, which names its script too where parts of it are in there. */
export const pageFiles: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(manifest)
    .filter(([, { name = "", file }]) => /Page$/.test(name) && file.endsWith(".js"))
    .map(([key, { name = key }]) => [name, without(filesWith(key), signInFiles, insideFiles)]),
)

/** The files of what a page, by the name of its component, loads after it is drawn. */
export const pieceFiles = (key: string, page: string): ReadonlySet<string> =>
  without(filesWith(key), signInFiles, insideFiles, pageFiles.get(page) ?? new Set())
