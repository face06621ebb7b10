import { existsSync, readdirSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { join, relative, resolve } from "node:path"
import { Effect } from "effect"
import { readSettings } from "#server/program/settings.ts"
import { engineFolder } from "#server/store/engine.ts"
import { folderLock } from "#server/store/folderLock.ts"

const holds = (outer: string, inner: string): boolean => !relative(outer, inner).startsWith("..")

/** Why a folder must not be emptied: ADMIN_VIEW_DATA may name anything. Undefined when it is ours. */
const objection = (folder: string): string | undefined => {
  if (holds(folder, resolve(".")) || holds(folder, homedir())) return `${folder} holds more than Admin View's data.`
  const isOurs = readdirSync(folder).length === 0 || existsSync(join(engineFolder(folder), "PG_VERSION"))
  return isOurs ? undefined : `${folder} does not look like Admin View's data.`
}

const empty = (folder: string) =>
  Effect.gen(function* () {
    // A running process holds the lock: then this fails with a sentence that names it.
    yield* folderLock(folder)
    for (const name of readdirSync(folder)) if (name !== "lock") rmSync(join(folder, name), { recursive: true })
    return `Removed the data in ${folder}. The next start makes it again.`
  })

const refuse = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

const { dataDir } = readSettings(process.env)
if (!existsSync(dataDir)) {
  console.log(`There is no data in ${dataDir}.`)
} else {
  const reason = objection(dataDir)
  if (reason !== undefined) refuse(`Nothing was removed: ${reason}`)
  console.log(await Effect.runPromise(Effect.scoped(empty(dataDir))).catch((cause: Error) => refuse(cause.message)))
}
