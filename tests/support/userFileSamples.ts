import type { UserFileCheck, UserFileRow } from "#schemas/administration/userFile.ts"
import { sampleUser } from "./userSamples.ts"

const nothing = { reason: "", invitation: null, change: null } as const
const rank = { userType: 3, accessIds: [], groupIds: [] } as const

const ada: UserFileRow = {
  ...nothing,
  line: 2,
  cells: ["Ada Vance", "ada.vance@northwind.test", "", "Front desk", ""],
  outcome: "invite",
  invitation: { email: "ada.vance@northwind.test", displayName: "Ada Vance", ...rank },
}

/** A file with a row of each outcome. */
export const sampleUserFile: UserFileCheck = {
  rows: [
    ada,
    {
      ...nothing,
      line: 3,
      cells: ["Dana W. Whitfield", sampleUser.userName, "", "", ""],
      outcome: "change",
      change: {
        hashedId: sampleUser.hashedId,
        version: sampleUser.version,
        user: { ...sampleUser.user, displayName: "Dana W. Whitfield" },
      },
    },
    { ...nothing, line: 4, cells: ["Tariq Aziz", "tariq@northwind.test", "", "", ""], outcome: "same" },
    { ...nothing, line: 5, cells: ["Nora Quinn", "nora.quinn@northwind.test", "", "", ""], outcome: "invited" },
    {
      ...nothing,
      line: 6,
      cells: ["Bo", "bo@northwind.test", "", "Night shift", ""],
      outcome: "refused",
      reason: "There is no group “Night shift”.",
    },
  ],
}

/** A file whose people are all there already. */
export const doneUserFile: UserFileCheck = { rows: sampleUserFile.rows.slice(2, 4) }
