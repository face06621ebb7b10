import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import { CannotStart } from "./CannotStart.ts"

/** Only the account that runs the program reads its data: rights of folders, and of files. */
export const ownerOnly = { folder: 0o700, file: 0o600 } as const

/** Set on folders that everyone shares, such as /tmp: those are not ours to close. */
const shared = 0o1000
const others = 0o077

/** Whether other accounts of this machine may look into it. Windows keeps rights of another kind. */
const isOpen = (path: string): boolean => process.platform !== "win32" && (statSync(path).mode & others) !== 0

const isShared = (path: string): boolean => (statSync(path).mode & shared) !== 0

/**
 * Closes a folder or file to other accounts of this machine, and says so when it
 * was open. What belongs to someone else, a mounted volume for instance, is
 * left as it is, with a warning.
 */
export const closeToOthers = Effect.fn("store.closeToOthers")(function* (path: string, rights: number) {
  if (!existsSync(path) || isShared(path) || !isOpen(path)) return
  const isClosed = yield* Effect.try({ try: () => chmodSync(path, rights), catch: (cause) => cause }).pipe(
    Effect.as(true),
    Effect.catch(() => Effect.succeed(false)),
  )
  yield* isClosed
    ? Effect.logInfo(`Other accounts of this machine could read ${path}. Only its owner can from now on.`)
    : Effect.logWarning(`Other accounts of this machine can read ${path}, and its owner alone can change that.`)
})

/** Closes all that lies in a folder of our own to other accounts. */
export const closeAll = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? ownerOnly.folder : ownerOnly.file)
}

/** Makes a folder for its owner only; one that is there already is closed to others. Fails with one line where it cannot be made. */
export const privateFolder = (path: string) =>
  Effect.andThen(
    Effect.try({
      try: () => void mkdirSync(path, { recursive: true, mode: ownerOnly.folder }),
      catch: (cause) =>
        new CannotStart({ message: `The folder ${path} cannot be made: ${(cause as Error).message}.`, cause }),
    }),
    closeToOthers(path, ownerOnly.folder),
  )
