import { globSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const sheets = globSync("src/views/**/*.css")
  .toSorted()
  .map((file) => [file, readFileSync(file, "utf8")] as const)
const tokens = sheets.find(([file]) => file.endsWith("/tokens.css"))?.[1] ?? ""

/** The interface defaults of the specification (docs/specification.md#constants), in pixels. */
const breakpoints = [0, 600, 900, 1200, 1536]
const unit = 8

/** The widths at which a sheet changes, each as the breakpoint it begins or ends at. */
const widthsIn = (sheet: string): ReadonlyArray<number> =>
  [...sheet.matchAll(/@(?:media|container)([^{]*)\{/g)].flatMap(([, condition = ""]) => [
    ...[...condition.matchAll(/min-width:\s*([\d.]+)px/g)].map(([, width]) => Number(width)),
    ...[...condition.matchAll(/max-width:\s*([\d.]+)px/g)].map(([, width]) => Number(width) + 1),
    ...[...condition.matchAll(/width\s*([<>]=?)\s*([\d.]+)px/g)].map(([, , width]) => Number(width)),
    ...[...condition.matchAll(/width[^)]*?[\d.]+(?:r?em|vw|pt|cm)/g)].map(() => Number.NaN),
  ])
/** Room given in numbers instead of by a token; lines of up to 2 px between things are no room. */
const spacesIn = (sheet: string): ReadonlyArray<string> =>
  [...sheet.matchAll(/(?:^|[\s;{])((?:margin|padding|gap|row-gap|column-gap|inset)[a-z-]*\s*:\s*[^;}]+)/g)].flatMap(
    ([, declaration = ""]) =>
      [...declaration.matchAll(/(-?[\d.]+)(px|r?em|pt)\b/g)]
        .filter(([, size, measure]) => measure !== "px" || Math.abs(Number(size)) > 2)
        .map(() => declaration.trim()),
  )

const views = globSync("src/views/**/*.tsx").map((file) => readFileSync(file, "utf8"))
/** The custom properties that exist: those of the sheets, and those that a view sets on its element. */
const properties = new Set(
  [...sheets.map(([, sheet]) => sheet), ...views].flatMap((text) =>
    [...text.matchAll(/(--[a-z0-9-]+)(?=:|"\]?(?: as string\])?:)/g)].map(([, name]) => name),
  ),
)
/** The custom properties that a sheet reads and that nobody sets; Blueprint sets its own. */
const unsetIn = (sheet: string): ReadonlyArray<string> =>
  [...sheet.matchAll(/var\((--[a-z0-9-]+)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !name.startsWith("--bp-") && !properties.has(name))

describe("the style sheets", () => {
  it("are all read", () => {
    expect(sheets.length).toBeGreaterThan(15)
    expect(sheets.filter(([, sheet]) => widthsIn(sheet).length > 0).length).toBeGreaterThan(4)
  })

  it("name the specification's breakpoints and its 8 px unit once, as tokens", () => {
    const named = [...tokens.matchAll(/--breakpoint-(\d+):\s*(\d+)px;/g)].map(([, name, width]) => [
      name,
      Number(width),
    ])
    expect(named).toEqual(breakpoints.map((width) => [String(width), width]))
    expect([...tokens.matchAll(/--space:\s*([^;]+);/g)].map(([, value]) => value)).toEqual([`${unit}px`])
  })

  it("space by halves of the unit", () => {
    const factors = [...tokens.matchAll(/--space-[a-z0-9-]+:\s*calc\(var\(--space\) ([*/]) ([\d.]+)\);/g)]
    const named = [...tokens.matchAll(/--space-[a-z0-9-]+:/g)]
    expect(factors).toHaveLength(named.length)
    for (const [, operator, factor] of factors) {
      const pixels = operator === "*" ? unit * Number(factor) : unit / Number(factor)
      expect(pixels % (unit / 2)).toBe(0)
    }
  })

  it.each(sheets)("change at no other width than a breakpoint: %s", (_, sheet) => {
    expect(widthsIn(sheet).filter((width) => !breakpoints.includes(width))).toEqual([])
  })

  it.each(sheets)("take room by tokens: %s", (_, sheet) => {
    expect(spacesIn(sheet)).toEqual([])
  })

  it.each(sheets)("read only custom properties that are set: %s", (_, sheet) => {
    expect(unsetIn(sheet)).toEqual([])
  })
})

describe("a sheet that breaks them is seen", () => {
  it.each(["(min-width: 640px)", "(max-width: 900px)", "(width >= 700px)", "(min-width: 40rem)"])(
    "by its width: %s",
    (condition) => {
      expect(
        widthsIn(`@media screen and ${condition} { a { margin: 0 } }`).every((width) => breakpoints.includes(width)),
      ).toBe(false)
    },
  )

  it.each(["padding: 6px 8px", "margin-block-start: 0.5rem", "inset-inline-end: -12px", "gap: 0 3px"])(
    "by its room: %s",
    (declaration) => {
      expect(spacesIn(`a { color: red; ${declaration}; }`)).not.toEqual([])
    },
  )
})
