/**
 * What the browser loads, from the build's manifest, brotli-compressed as a
 * server would send it. Run: `npm run build && npm run bench -- bundle`.
 */
import { brotliCompressSync, constants } from "node:zlib"
import { readFileSync } from "node:fs"
import { join } from "node:path"

type Entry = {
  readonly file: string
  readonly name?: string
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
  readonly imports?: ReadonlyArray<string>
  readonly css?: ReadonlyArray<string>
}

const dist = join(import.meta.dirname, "..", "dist")
const manifest = JSON.parse(readFileSync(join(dist, ".vite", "manifest.json"), "utf8")) as Record<string, Entry>
const vendors = ["react", "xstate", "effect", "msal", "intl", "table", "recharts", "blueprint"]

const sizes = new Map<string, number>()
const brotli = (file: string): number => {
  const known = sizes.get(file)
  if (known !== undefined) return known
  const size = brotliCompressSync(readFileSync(join(dist, file)), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11 },
  }).length
  sizes.set(file, size)
  return size
}

/** The files that come with a chunk before it can run: itself, its static imports, their styles. */
const filesOf = (key: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(key)) return new Set()
  seen.add(key)
  const entry = manifest[key]
  if (entry === undefined) return new Set()
  return new Set([
    entry.file,
    ...(entry.css ?? []),
    ...(entry.imports ?? []).flatMap((next) => [...filesOf(next, seen)]),
  ])
}

const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + brotli(file), 0)
const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(8)} kB`
const vendorOf = (file: string): string | undefined =>
  vendors.find((name) => new RegExp(`/${name}-[\\w-]+\\.(js|css)$`).test(file))

const first = Object.entries(manifest).find(([key, entry]) => key === "index.html" && entry.isEntry === true)
if (first === undefined) throw new Error("There is no build: run npm run build.")
const firstFiles = filesOf(first[0])

console.log("First load of the sign-in screen, before the sign-in library (brotli; target ≤ 100 kB)")
for (const file of firstFiles) console.log(`${kilobytes(brotli(file))}  ${file}`)
console.log(`${kilobytes(total(firstFiles))}  together\n`)

console.log("Later chunks, own code without vendor chunks (brotli; target ≤ 60 kB each)")
for (const [key, entry] of Object.entries(manifest).filter(([, entry]) => entry.isDynamicEntry === true)) {
  if (vendorOf(entry.file) !== undefined) continue
  const own = [...filesOf(key)].filter((file) => vendorOf(file) === undefined && !firstFiles.has(file))
  console.log(`${kilobytes(total(own))}  ${entry.name ?? key}`)
}

console.log("\nVendor chunks (brotli)")
const chunks = new Set(Object.values(manifest).flatMap((entry) => [entry.file, ...(entry.css ?? [])]))
for (const file of chunks) if (vendorOf(file) !== undefined) console.log(`${kilobytes(brotli(file))}  ${file}`)
