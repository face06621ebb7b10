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

/** Files of `src/views/parts` that no group shows, and where they are seen instead. */
export const partsElsewhere: Readonly<Record<string, string>> = {
  "BulkBar.tsx": "in the chart bulk",
  "Confirmation.tsx": "in the chart command, which it asks for",
  "EditorPage.tsx": "in the charts of editors, such as companyEditor",
  "Exporting.tsx": "in the chart export",
  "LeaveDialog.tsx": "in the chart form, as it is left",
  "Modal.tsx": "around each dialog",
  "NextTryIn.tsx": "within a list that could not be read",
  "Opening.tsx": "in the charts of editors, before their form is there",
  "RefusedNotice.tsx": "in the chart campaigns, as a notice in a thing",
  "TableHead.tsx": "within each list",
  "TableRows.tsx": "within each list",
  "WhyNot.tsx": "under More in a header",
  "compareValues.tsx": "in the chart form, with a conflict",
}
