import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

// What `npm run check -- --changed` looks at: the files of one change, and the tests next to them.

const git = (...args: ReadonlyArray<string>): ReadonlyArray<string> =>
  execFileSync("git", args, { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "")

/** Files that are changed or new against `base`; against the commit before the last one when nothing is uncommitted. */
export const changedFiles = (base?: string): ReadonlyArray<string> => {
  const fresh = git("ls-files", "--others", "--exclude-standard")
  const against = (ref: string) => git("diff", "--name-only", "--diff-filter=d", ref)
  const uncommitted = [...against(base ?? "HEAD"), ...fresh]
  return uncommitted.length === 0 && base === undefined ? against("HEAD~1") : uncommitted
}

const importing = /(?:from|import)\s*\(?\s*["']([^"']+)["']/g
const doors: Readonly<Record<string, string>> = {
  "#schemas": "src/schemas",
  "#machines": "src/machines",
  "#effects": "src/effects",
  "#views": "src/views",
  "#server": "server",
  "#tests": "tests",
}

/** The file of this repository that a module specifier names; undefined for a package. */
const fileNamed = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier))
  const [door = "", ...rest] = specifier.split("/")
  const folder = doors[door]
  return folder === undefined ? undefined : [folder, ...rest].join("/")
}

/**
 * The tests that import one of the files, and those of the files that are tests themselves: what is next to a
 * change. Tests of whole pages and processes are left to `npm test`.
 */
export const testsNextTo = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const changed = new Set(files)
  return git("ls-files", "--cached", "--others", "--exclude-standard", "tests")
    .filter((file) => /\.test\.tsx?$/.test(file) && !/^tests\/(e2e|processes)\//.test(file) && existsSync(file))
    .filter((file) => {
      if (changed.has(file)) return true
      const specifiers = readFileSync(file, "utf8").matchAll(importing)
      return [...specifiers].some(([, specifier = ""]) => changed.has(fileNamed(specifier, file) ?? ""))
    })
}
