import { Effect } from "effect"
import { useCallback } from "react"
import { checkUserFile, runUserRow, saveRefusedUsers, saveUserTemplate } from "#effects/UserFiles.ts"
import { losesFile, standingRows, userFileMachine } from "#machines/administration/userFile.machine.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { UserFileView } from "#views/administration/UserFileView.tsx"
import { leaveTo, useLeaveGuard } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage } from "../usePage.ts"

addWords(userWords)

const logic = ({ operation }: Tools) =>
  userFileMachine.provide({
    actors: { check: operation(checkUserFile), run: operation(runUserRow) },
    actions: {
      leave: ({ context }) => leaveTo(context.leavingTo ?? "/user"),
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
  const { actor } = page
  useLeaveGuard(
    useCallback(() => losesFile(actor.getSnapshot()), [actor]),
    useCallback((to: string) => actor.send({ type: "leave.asked", to }), [actor]),
  )
  return <UserFileView page={page} url={page.url} />
}
