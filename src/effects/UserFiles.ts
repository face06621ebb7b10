import { Effect } from "effect"
import { UserGroup } from "#schemas/administration/userCalls.ts"
import { refusalColumns, userFileColumns, type UserFileRow } from "#schemas/administration/userFile.ts"
import { callApi } from "./ApiClient.ts"
import { saveText } from "./saveDownload.ts"
import { inviteUser, saveUser } from "./Users.ts"

/** What a file of users would do, row by row; nothing is changed. */
export const checkUserFile = (file: File) => {
  const payload = new FormData()
  payload.append("file", file, file.name)
  return Effect.map(
    callApi(UserGroup, (api) => api.CheckUserFile({ payload: payload as never })),
    ({ data }) => data,
  )
}

/** Does what one row would do: invites the person, or changes the user as they were read. */
export const runUserRow = ({ invitation, change }: UserFileRow, commandId: string) => {
  if (invitation !== null) return inviteUser({ invitation }, commandId)
  return change === null ? Effect.void : Effect.asVoid(saveUser(change, commandId))
}

type Cells = ReadonlyArray<string>

/** Saves rows for a spreadsheet, which takes none of them for a formula. */
const saveRows = (rows: ReadonlyArray<Cells>, name: string): Effect.Effect<void> =>
  // What writes files is loaded only when someone wants one.
  Effect.promise(() => import("papaparse")).pipe(
    Effect.flatMap(({ default: Papa }) =>
      saveText(
        `\uFEFF${Papa.unparse(
          rows.map((row) => [...row]),
          { escapeFormulae: true },
        )}\r\n`,
        "text/csv",
        name,
      ),
    ),
  )

/** Saves an empty file with the columns of one of users. */
export const saveUserTemplate: Effect.Effect<void> = saveRows([userFileColumns], "users-template.csv")

/** Saves the rows that were not done, with the reasons, so that they can be mended and chosen again. */
export const saveRefusedUsers = (
  rows: ReadonlyArray<{ readonly line: number; readonly reason: string; readonly cells: Cells }>,
): Effect.Effect<void> =>
  saveRows(
    [
      [...refusalColumns, ...userFileColumns],
      ...rows.map(({ line, reason, cells }) => [String(line), reason, ...cells]),
    ],
    "users-refused.csv",
  )
