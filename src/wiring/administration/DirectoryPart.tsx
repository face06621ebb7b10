import { makeDirectoryToken, readDirectory, revokeDirectoryToken } from "#effects/Directory.ts"
import { directoryMachine, type DirectoryVerb } from "#machines/administration/directory.machine.ts"
import type { Directory } from "#schemas/administration/directory.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { DirectoryView } from "#views/administration/DirectoryView.tsx"
import { command } from "../command.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, useReading } from "../usePage.ts"

addWords(userWords)

const failure = "user.notSaved" as const

const logic = ({ operation, reading }: Tools) =>
  directoryMachine.provide({
    actors: {
      directory: reading(readDirectory),
      command: command<DirectoryVerb>({
        make: operation(makeDirectoryToken, { success: "directory.made", failure }),
        revoke: operation(revokeDirectoryToken, { success: "directory.revoked", failure }),
      }),
    },
  })

/** The part of `/user` by which the company's own directory is connected. */
export const DirectoryPart = () => {
  const page = usePage(logic)
  return (
    <DirectoryView
      page={page}
      directory={useReading<Directory>(page.actor, "directory")}
      command={useCommand(page.actor)}
    />
  )
}
