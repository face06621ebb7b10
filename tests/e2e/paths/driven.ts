import { pages, sharedParts, type PageChart } from "../../../src/wiring/pages.ts"
import type { Driver } from "./driver.ts"

/** The people of the demo who drive charts. */
export const people = { admin: "admin@northwind.test", super: "super@adminview.test" } as const

/** Who drives a chart in the real page, and how. */
export type Driven = {
  readonly chart: string
  readonly as: keyof typeof people
  readonly drivers: ReadonlyArray<Driver>
}

/** The pages that only a Super Admin may open. */
const superPages: ReadonlySet<string> = new Set(["/global", "/bookAppointment", "/user"])

/** Time travel reads all that its tab heard, which grows with each path. */
const first: ReadonlyArray<string> = ["timeTravel"]
/** Those that leave the demo in another state for the next, in their order: campaigns move it into the night. */
const last: ReadonlyArray<string> = ["booking", "groupMembers", "demoClock", "inspector", "campaigns", "toasts"]
const placeOf = (chart: string): number => last.indexOf(chart) - (first.includes(chart) ? 1 : 0)

type Exported = Readonly<Record<string, Driver | (() => Driver)>>

const chartOf = ({ walks }: Driver): string => Object.values(walks)[0]?.machine.id ?? ""
const drivers = Object.values(import.meta.glob<Exported>("./*.driver.ts", { eager: true })).flatMap((module) =>
  Object.entries(module).flatMap(([name, made]) =>
    name.endsWith("Driver") ? [typeof made === "function" ? made() : made] : [],
  ),
)

/** The charts that are pages or parts of them, with the path of their page. */
const pageCharts: ReadonlyMap<string, string> = new Map([
  ...Object.entries(pages).flatMap(([path, { charts }]) =>
    charts.map((chart: PageChart): readonly [string, string] => [chart, path]),
  ),
  ...Object.entries(sharedParts).map(([chart, { path }]): readonly [string, string] => [chart, path]),
])

/** The charts of pages that no one drives. */
export const undriven = [...pageCharts.keys()].filter((chart) => !drivers.some((driver) => chartOf(driver) === chart))

/**
 * Every chart that a `*.driver.ts` of this folder drives. One person, one application and mostly one page serve all;
 * what belongs to all companies is driven as a Super Admin.
 */
export const driven: ReadonlyArray<Driven> = [...new Set(drivers.map(chartOf))]
  .toSorted((one, other) => placeOf(one) - placeOf(other))
  .map((chart) => ({
    chart,
    as: superPages.has(pageCharts.get(chart) ?? "") ? "super" : "admin",
    drivers: drivers.filter((driver) => chartOf(driver) === chart),
  }))
