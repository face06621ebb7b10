import { expect, it } from "vitest"
import { demoRoutes, navigation, routes } from "#schemas/routes.ts"
import { samples } from "#tests/paths/gallery/samples.ts"
import { pages } from "../../src/wiring/pages.ts"
import { screens } from "../../src/wiring/gallery/screens.ts"

it("each chart of a page is seen on one page, and a frame finds it there", () => {
  const charts = Object.values(pages).flatMap(({ charts: own }): ReadonlyArray<string> => own)
  expect(new Set(charts).size).toBe(charts.length)
  expect(charts.filter((chart) => !screens.has(chart))).toEqual([])
})

it("what the navigation may draw and what the demo adds has an entry, and nothing else", () => {
  const linked = navigation.flatMap(({ links }) => links.map(({ path }) => path)).filter((path) => routes[path].page)
  const elsewhere = ["/dashboard", "/database"]
  expect(Object.keys(pages).toSorted()).toEqual([...linked, ...elsewhere, ...Object.keys(demoRoutes)].toSorted())
})

it("the gallery has a sample for each chart of a page", () => {
  expect([...screens.keys()].filter((chart) => samples[chart] === undefined)).toEqual([])
})
