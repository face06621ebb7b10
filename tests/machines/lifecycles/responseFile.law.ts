import type { NounLaw } from "./law.ts"

/** A template has one layout or none; saving is always possible, deleting only what is there. */
export const responseFileLaw: NounLaw = {
  table: `
    event               | by                          | none | kept    | deleted
    ResponseFileSaved   | Template.SaveResponseFile   | kept | kept    | kept
    ResponseFileDeleted | Template.DeleteResponseFile | .    | deleted | .`,
  callers: {
    "Template.SaveResponseFile": { groups: [[5, 13]] },
    "Template.DeleteResponseFile": { groups: [[5, 13]] },
  },
}
