import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, it } from "vitest"

type Manifest = {
  readonly dependencies: Readonly<Record<string, string>>
  readonly imports: Readonly<Record<string, string>>
}
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest

/** What an image starts: the program and its operators' commands. */
const entries = ["main", "admin", "backup", "rebuild", "restore", "verifyAudit"].map((name) => `server/${name}.ts`)

/** Imports that are there when the types are gone, threads that are started, and files of packages. */
const imports =
  /^(?:import|export)\s+(?!type\b)[\w\s{},*$]*?from\s+"([^"\n]+)"|^import\s+"([^"\n]+)"|\bimport\("([^"\n]+)"\)|\bnew URL\("(\.[^"\n]+\.ts)"|\bimport\.meta\.resolve\("([^"\n]+)"\)/gm

const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return join(dirname(from), specifier)
  const door = Object.keys(manifest.imports).find((name) => specifier.startsWith(name.slice(0, -1)))
  return door === undefined
    ? undefined
    : join((manifest.imports[door] ?? "").slice(0, -1), specifier.slice(door.length - 1))
}

const packagesOf = (starts: ReadonlyArray<string>): ReadonlySet<string> => {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || !existsSync(file)) continue
    seen.add(file)
    for (const [, from, bare, lazy, thread, packaged] of readFileSync(file, "utf8").matchAll(imports)) {
      const specifier = from ?? bare ?? lazy ?? thread ?? packaged ?? ""
      const next = fileOf(file, specifier)
      if (next !== undefined) waiting.push(next)
      else if (!specifier.startsWith("node:"))
        packages.add(
          specifier
            .split("/")
            .slice(0, specifier.startsWith("@") ? 2 : 1)
            .join("/"),
        )
    }
  }
  return packages
}

it("an image carries the packages that the server imports, and none that only the build needs", () => {
  expect(Object.keys(manifest.dependencies).toSorted()).toEqual([...packagesOf(entries)].toSorted())
})
