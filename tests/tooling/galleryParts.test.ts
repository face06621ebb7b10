import { globSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import { expect, it } from "vitest"
import { partGroups } from "#schemas/administration/galleryParts.ts"

/** Files of `src/views/parts` that no group shows, and where they are seen instead. */
const partsElsewhere: Readonly<Record<string, string>> = {
  "BulkBar.tsx": "in the chart bulk",
  "Confirmation.tsx": "in the chart command, which it asks for",
  "EditorPage.tsx": "in the charts of editors, such as companyEditor",
  "Exporting.tsx": "in the chart export",
  "HeldButton.tsx": "in the charts linkParameters and multiCampaignEditor",
  "LeaveDialog.tsx": "in the chart form, as it is left",
  "Modal.tsx": "around each dialog",
  "NextTryIn.tsx": "within a list that could not be read",
  "Opening.tsx": "in the charts of editors, before their form is there",
  "RefusedNotice.tsx": "in the chart campaigns, as a notice in a thing",
  "Said.tsx": "in the notice of a problem, and wherever else a sentence of the server stands",
  "TableHead.tsx": "within each list",
  "TableRows.tsx": "within each list",
  "WhyNot.tsx": "under More in a header",
  "compareValues.tsx": "in the chart form, with a conflict",
}

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
