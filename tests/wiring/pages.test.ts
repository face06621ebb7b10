import { expect, it } from "vitest"
import { demoRoutes, navigation, ownPlaces, routes } from "#schemas/routes.ts"
import { samples } from "#tests/paths/gallery/samples.ts"
import { pages } from "../../src/wiring/pages.ts"
import { screens } from "../../src/wiring/gallery/screens.ts"

it("each chart of a page is seen on one page, and a frame finds it there", () => {
  const charts = Object.values(pages).flatMap(({ charts: own }): ReadonlyArray<string> => own)
  expect(new Set(charts).size).toBe(charts.length)
  expect(charts.filter((chart) => !screens.has(chart))).toEqual([])
})

it("what the navigation may draw and what the demo adds has an entry, and nothing else", () => {
  const bar = [
    ...navigation.flatMap(({ links }) => links.map(({ path }) => path)),
    ...ownPlaces.map(({ path }) => path),
  ]
  const linked = bar.filter((path) => routes[path].page)
  const elsewhere = ["/database", "/multi", "/translate"]
  expect(Object.keys(pages).toSorted()).toEqual([...linked, ...elsewhere, ...Object.keys(demoRoutes)].toSorted())
})

it("the gallery has a sample for each chart of a page", () => {
  expect([...screens.keys()].filter((chart) => samples[chart] === undefined)).toEqual([])
})
