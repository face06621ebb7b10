import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

type Package = {
  readonly license: string
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
}
const read = <A>(file: string): A => JSON.parse(readFileSync(file, "utf8")) as A
const ours = read<Package>("package.json")
const pinned = Object.entries({ ...ours.dependencies, ...ours.devDependencies })
const record = readFileSync("docs/decisions/003-dependencies.md", "utf8")

describe("every dependency", () => {
  it.each(pinned)("%s is pinned and stands in the record with its licence and a reason", (name, version) => {
    const { license } = read<Package>(`node_modules/${name}/package.json`)
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(record).toMatch(new RegExp(`^\\| \`${name}\` \\| ${license.replace(/[()]/g, "\\$&")} \\| \\S.+ \\|$`, "m"))
  })

  it("in the record is one of ours", () => {
    const named = [...record.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
    expect(named.filter((name) => !pinned.some(([ours]) => ours === name))).toEqual([])
  })

  it("installs from whichever registry npm is set to: the lock file names none", () => {
    const { packages } = read<{ readonly packages: Record<string, { readonly resolved?: string }> }>(
      "package-lock.json",
    )
    expect(Object.keys(packages).filter((path) => packages[path]?.resolved !== undefined)).toEqual([])
  })
})
