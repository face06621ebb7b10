import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { parseSync } from "vite"

type Manifest = { readonly imports: Readonly<Record<string, string>> }
const { imports: doors } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest

/** What a file loads when it runs, at once and later by `import()`, as written; types are gone by then. */
export const importsOf = (file: string): Readonly<Record<"now" | "later", ReadonlyArray<string>>> => {
  const text = readFileSync(file, "utf8")
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  return {
    now: [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ isType, moduleRequest }) => (isType || moduleRequest === null ? [] : [moduleRequest.value])),
      ),
    ],
    later: dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
  }
}

/** The file that is meant by what a file says it loads; undefined for a package. */
export const fileOf = (from: string, specifier: string): string | undefined => {
  if (specifier.startsWith(".")) return join(dirname(from), specifier)
  const door = Object.keys(doors).find((name) => specifier.startsWith(name.slice(0, -1)))
  return door && join((doors[door] ?? "").slice(0, -1), specifier.slice(door.length - 1))
}
