import type { LocationPosition } from "./location.ts"
import type { Point } from "./mapView.ts"

/** A location as a map draws it; no point where it lies nowhere, or outside what the map shows. */
export type MapPlace = LocationPosition & { readonly point: Point | null }

/** The land that a map is drawn on, as paths of SVG. */
export type Atlas = { readonly country: string; readonly borders: string }

/** What of the locations is shown; both unless the address says otherwise. */
export const locationViews = ["list", "map", "both"] as const
export type LocationView = (typeof locationViews)[number]

/** What an address asks to be shown. */
export const locationViewIn = ({ view }: Readonly<Record<string, string>>): LocationView =>
  locationViews.find((one) => one === view) ?? "both"
