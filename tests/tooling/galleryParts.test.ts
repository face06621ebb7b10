import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { partGroups, partsElsewhere } from "#schemas/administration/galleryParts.ts"

const files = globSync("src/wiring/gallery/part*.tsx")
const shown = new Set(
  files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^import \{[^}]*\} from "#views\/parts\/(\w+\.tsx)"/gmu)].map(
      ([, name]) => name,
    ),
  ),
)
const all = globSync("src/views/parts/*.tsx").map((file) => basename(file))

it("the gallery shows each part of pages, or says where else it is seen", () => {
  expect(all.length).toBeGreaterThan(40)
  expect(all.filter((name) => !shown.has(name) && !Object.hasOwn(partsElsewhere, name))).toEqual([])
})

it("the gallery says of no part that it is seen elsewhere which it shows or which is gone", () => {
  expect(Object.keys(partsElsewhere).filter((name) => shown.has(name) || !all.includes(name))).toEqual([])
  expect(new Set(partGroups).size).toBe(partGroups.length)
})
