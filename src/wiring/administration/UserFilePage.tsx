import { Effect } from "effect"
import { checkUserFile, runUserRow, saveRefusedUsers, saveUserTemplate } from "#effects/UserFiles.ts"
import { standingRows, userFileMachine } from "#machines/administration/userFile.machine.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { UserFileView } from "#views/administration/UserFileView.tsx"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage } from "../usePage.ts"

addWords(userWords)

const logic = ({ operation }: Tools) =>
  userFileMachine.provide({
    actors: { check: operation(checkUserFile), run: operation(runUserRow) },
    actions: {
      saveTemplate: () => void Effect.runPromise(saveUserTemplate),
      saveRefused: ({ self }) =>
        void Effect.runPromise(
          saveRefusedUsers(
            standingRows(self.getSnapshot() as never).filter(({ standing }) => ["refused", "left"].includes(standing)),
          ),
        ),
    },
  })

/** `/user?import=`: a file of users. */
export const UserFilePage = () => {
  const page = usePage(logic)
  return <UserFileView page={page} url={page.url} />
}
