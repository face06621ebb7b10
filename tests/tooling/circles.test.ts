import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { fileOf, importsOf } from "#tests/support/imports.ts"

/** The circles among some files, each by the files that it goes through. */
const circlesIn = (files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const known = new Set(files)
  const circles: Array<string> = []
  const done = new Set<string>()
  const visit = (file: string, way: ReadonlyArray<string>): void => {
    if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(" → "))
    if (done.has(file) || way.includes(file)) return
    const { now, later } = importsOf(file)
    for (const specifier of [...now, ...later]) {
      const next = fileOf(file, specifier)
      if (next !== undefined && known.has(next)) visit(next, [...way, file])
    }
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return circles
}

it("a circle is seen through an import that waits, and none where only a type is taken", () => {
  const folder = mkdtempSync(join(tmpdir(), "admin-view-circles-"))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const session = write("session.ts", `export const services = () => import("./services.ts")\n`)
  const services = write("services.ts", `import { operation } from "./operation.ts"\nexport const a = operation\n`)
  const operation = write("operation.ts", `export { services as operation } from "./session.ts"\n`)
  const typed = write("typed.ts", `import type { A } from "./taken.ts"\nexport type B = A\n`)
  const taken = write("taken.ts", `import "./typed.ts"\nexport type A = 1\n`)
  expect(circlesIn([session, services, operation, typed, taken])).toEqual([
    [session, services, operation, session].join(" → "),
  ])
  rmSync(folder, { recursive: true })
})

// Lint sees circles of plain imports; one that goes through `import()` is a circle of what is made all the same.
it.each(["src", "server"])("no file of %s loads itself by way of others, not even later", (room) => {
  expect(circlesIn(globSync(`${room}/**/*.{ts,tsx}`))).toEqual([])
})
