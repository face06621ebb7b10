import type { NounLaw } from "./law.ts"

/** Who sees reports saves and changes views of them; when one is mailed, the server alone decides. */
export const savedViewLaw: NounLaw = {
  table: `
    event            | by                     | reserved | saved   | deleted
    SavedViewCreated | Report.SaveSavedView   | saved    | .       | .
    SavedViewRevised | Report.SaveSavedView   | .        | saved   | .
    SavedViewDeleted | Report.DeleteSavedView | .        | deleted | .
    SavedViewCameDue | server                 | .        | saved   | .`,
  callers: {
    "Report.SaveSavedView": { groups: [[4]] },
    "Report.DeleteSavedView": { groups: [[4]] },
  },
}
