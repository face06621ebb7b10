import type { GalleryFile } from "./gallery.ts"

/** The name by which the gallery's page of parts stands in an address, in the place of a chart's. */
export const partsOfPages = "parts"

/** What the gallery shows of the parts that pages are put together from, each group on papers of its own. */
export const partGroups = [
  "header",
  "thing",
  "list",
  "loading",
  "empty",
  "failed",
  "forbidden",
  "form",
  "refused form",
  "steps",
  "quick look",
  "dialog",
  "toasts",
  "figures",
  "texts",
] as const
export type PartGroup = (typeof partGroups)[number]

/** The groups as states of a chart: the gallery shows both alike. */
export const partsFile: GalleryFile = {
  chart: partsOfPages,
  children: [],
  states: partGroups.map((group) => ({
    via: [],
    variant: "",
    headings: [],
    actions: [],
    search: { part: group },
    snapshot: { value: group, status: "active" },
    children: {},
  })),
}
