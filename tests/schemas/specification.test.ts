import { existsSync, readFileSync } from "node:fs"
import { OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { accessIds, type AccessName } from "#schemas/access.ts"
import { Api } from "#schemas/api.ts"
import { routes, type RoutePath } from "#schemas/routes.ts"
import { machinesIn } from "#tests/support/chartFaults.ts"
import { rowsOf, type SpecifiedRow } from "#tests/support/specificationTable.ts"
import { specified } from "#tests/support/specified.ts"

type Place = SpecifiedRow["places"][number]
const schemas = import.meta.glob<object>("/src/schemas/**/*.ts", { eager: true })
const charts = import.meta.glob<object>("/src/machines/**/*.machine.ts", { eager: true })
const table = rowsOf(readFileSync("docs/specification.md", "utf8"))

const sections = {
  Sentences: specified.sentences,
  "Error codes": specified.codes,
  Constants: Object.keys(specified.constants),
  State: Object.entries(specified.state).flatMap(([group, fields]) => fields.map((name) => `${group}: ${name}`)),
  Calls: specified.calls,
  Routes: Object.keys(specified.routes),
  "Access ids": Object.keys(specified.accessIds),
} as const
const rowsIn = (section: keyof typeof sections): ReadonlyArray<SpecifiedRow> => table.get(section) ?? []
const all = [...table].flatMap(([section, rows]) => rows.map((row) => [`${section}: ${row.what}`, row] as const))

/** What stands at a place in the schemas; undefined when there is nothing. */
const valueAt = ({ file, name, keys }: Place): unknown =>
  [name, ...keys].reduce<unknown>((value, key) => {
    if (typeof value !== "object" && typeof value !== "function") return undefined
    const within = value === null ? {} : "fields" in value ? (value.fields as object) : value
    return (within as Record<string, unknown>)[key]
  }, schemas[`/${file}`])
const isType = ({ file, name, keys }: Place): boolean =>
  keys.length === 0 && new RegExp(`export type ${name}\\b`).test(readFileSync(file, "utf8"))
const isThere = (place: Place): boolean => {
  const { file, name } = place
  if (!existsSync(file)) return false
  if (`/${file}` in schemas) return valueAt(place) !== undefined || isType(place)
  if (`/${file}` in charts) {
    return machinesIn(charts[`/${file}`] ?? {}).some((machine) => name in machine.implementations.actors)
  }
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(readFileSync(file, "utf8"))
}
/** Every text in the schemas, wherever it stands. */
const texts = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null && !("ast" in value) ? Object.values(value).flatMap(texts) : []
}

describe("the table of the specification", () => {
  it.each(Object.entries(sections))("has one row for each: %s", (section, stated) => {
    expect(rowsIn(section as keyof typeof sections).map(({ what }) => what)).toEqual(stated)
  })

  it.each(all)("names where it lives and what holds it, or who brings it: %s", (_, row) => {
    const { places, library, isToCome, tests } = row
    expect(places.filter((place) => !isThere(place))).toEqual([])
    expect(isToCome).toBe(places.length === 0 && library === null)
    expect(tests.length > 0).toBe(!isToCome)
    expect(tests.filter((file) => !/^tests\/.*\.test\.tsx?$/.test(file) || !existsSync(file))).toEqual([])
  })

  it("names libraries that the product depends on", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as Record<string, object>
    const libraries = all.flatMap(([, { library }]) => (library === null ? [] : [library]))
    expect(libraries.filter((library) => !(library in { ...dependencies, ...devDependencies }))).toEqual([])
  })
})

describe("what the specification states", () => {
  const living = (section: keyof typeof sections) => rowsIn(section).filter(({ isToCome }) => !isToCome)
  const toCome = (section: keyof typeof sections) => rowsIn(section).filter(({ isToCome }) => isToCome)

  it.each(living("Sentences"))("is said to the letter: $what", ({ what, places }) => {
    expect(places.map(valueAt)).toEqual(places.map(() => what))
  })

  it("is not said yet where the table says so", () => {
    const said = new Set(texts(schemas))
    expect(said).toContain("Admin View")
    const early = toCome("Sentences").filter(({ what }) => what.includes(" ") && said.has(what))
    expect(early.map(({ what }) => what)).toEqual([])
  })

  const constants = living("Constants").flatMap(({ what, places }) =>
    places
      .slice(0, 1)
      .map((place) => [what, specified.constants[what as keyof typeof specified.constants], place] as const),
  )
  it.each(constants)("is the number in use: %s = %s", (_, value, place) => {
    const source = readFileSync(place.file, "utf8")
    if (value === 0 && place.file.startsWith("src/effects/")) expect(source).not.toMatch(/\.timeout|timeout[(:]/)
    else if (place.file.endsWith(".css")) expect(source).toContain(`${place.name}: ${value}px;`)
    else expect(valueAt(place)).toBe(value)
  })

  const contract = OpenApi.fromApi(Api).paths as unknown as Record<
    string,
    Record<string, { readonly parameters?: ReadonlyArray<{ readonly in: string; readonly name: string }> }>
  >
  const inContract = (call: string) => {
    const [method = "", address = ""] = call.split(" ")
    const [path = "", query = ""] = address.split("?")
    const operation = contract[path]?.[method.toLowerCase()]
    const takes = operation?.parameters?.filter((one) => one.in === "query").map(({ name }) => name) ?? []
    return operation !== undefined && (query === "" || query.split("&").every((name) => takes.includes(name)))
  }
  it("is the contract: each call by its method, path and parameters, none of those to come", () => {
    expect(living("Calls").filter(({ what }) => !inContract(what))).toEqual([])
    expect(toCome("Calls").filter(({ what }) => inContract(what))).toEqual([])
  })

  it("is who sees which route, and which routes have a page", () => {
    const needed = (path: RoutePath) => {
      const name = specified.routes[path]
      return name === null ? "public" : name === 0 ? 0 : accessIds[name]
    }
    const stated = (Object.keys(specified.routes) as ReadonlyArray<RoutePath>).map((path) => [path, needed(path)])
    expect(Object.entries(routes).map(([path, { access }]) => [path, access])).toEqual(stated)
    const built = Object.entries(routes)
      .filter(([, { page }]) => page)
      .map(([path]) => path)
    expect(living("Routes").map(({ what }) => what)).toEqual(built)
  })

  it("is each access id", () => {
    const stated: Record<AccessName, number> = specified.accessIds
    expect(accessIds).toEqual(stated)
  })
})

describe("a table that is wrong", () => {
  const row = (lives: string): SpecifiedRow => {
    const [only] =
      rowsOf(`## A\n\n| What | Lives in | Held by |\n| --- | --- | --- |\n| \`x\` | ${lives} | – |\n`).get("A") ?? []
    if (only === undefined) throw new Error("The table has no row.")
    return only
  }

  it.each([
    "`src/schemas/session/words.ts#loginMessages › lokked`",
    "`src/schemas/session/word.ts#loginMessages`",
    "`src/machines/outreach/campaigns.machine.ts#campaignz`",
    "`src/effects/SessionStore.ts#personKey`",
    "`src/views/tokens.css#--spac`",
  ])("names a place that is not there: %s", (place) => {
    expect(row(place).places.map(isThere)).toEqual([false])
  })

  it("distinguishes what is to come from what is there", () => {
    expect(row("with the first map: still to come")).toMatchObject({ isToCome: true, places: [], tests: [] })
    expect(row("somewhere")).toMatchObject({ isToCome: false, places: [], library: null })
  })
})
