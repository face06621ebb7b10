import type { ComponentType } from "react"
import { pages, sharedParts } from "../pages.ts"

/** A chart that is a page: where it stands, and its code. */
export type Screen = {
  readonly path: string
  readonly load: () => Promise<ComponentType>
  /** Stands over a page or under the heading of a thing: the picture has the chart's name as its heading. */
  readonly floats?: boolean
}

/** The charts that are pages or parts of them, by id. */
export const screens: ReadonlyMap<string, Screen> = new Map([
  ...Object.entries(pages).flatMap(([path, { charts, load }]) =>
    charts.map((chart): [string, Screen] => [chart, { path, load }]),
  ),
  ...Object.entries(sharedParts),
])
