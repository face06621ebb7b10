import { execFileSync } from "node:child_process"
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Option, Schema } from "effect"
import { CannotStart } from "./CannotStart.ts"
import { privateFolder } from "./privateFolder.ts"

/** Who holds a folder: the process and the moment it began, so that a reused process id is not mistaken for it. */
const Holder = Schema.Struct({ pid: Schema.Int, began: Schema.String })
type Holder = typeof Holder.Type
const readHolder = Schema.decodeUnknownOption(Schema.fromJsonString(Holder))

/** When a process began, in the host's own notation; empty where the host does not say. */
const beganAt = (pid: number): string => {
  try {
    if (process.platform === "linux") {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()
      // Field 22; the second field, the name, may itself hold spaces and brackets.
      return `${boot} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`
    }
    if (process.platform === "win32") return ""
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
  } catch {
    return ""
  }
}

const isAlive = (holder: Holder): boolean => {
  try {
    process.kill(holder.pid, 0)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EPERM") return false
  }
  const began = beganAt(holder.pid)
  return holder.began === "" || began === "" || began === holder.began
}

const holderOf = (file: string): Option.Option<Holder> => {
  try {
    return readHolder(readFileSync(file, "utf8"))
  } catch {
    return Option.none()
  }
}

/** Creates the lock file whole or not at all; false when there is one already. */
const claim = (file: string): boolean => {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify({ pid: process.pid, began: beganAt(process.pid) }))
  try {
    linkSync(draft, file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "EEXIST") throw cause
    return false
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Moves a dead process's lock aside; of several takers only the one whose rename found it goes on. */
const setAside = (file: string): void => {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
    const holder = holderOf(aside)
    // Another taker may have claimed between our look and our rename: give it back.
    if (Option.isSome(holder) && isAlive(holder.value)) linkSync(aside, file)
    rmSync(aside, { force: true })
  } catch (cause) {
    if (!["ENOENT", "EEXIST"].includes((cause as NodeJS.ErrnoException).code ?? "")) throw cause
  }
}

const take = (folder: string): Effect.Effect<string, CannotStart> =>
  Effect.suspend(() => {
    const file = join(folder, "lock")
    for (let attempt = 0; attempt < 5; attempt++) {
      if (claim(file)) return Effect.succeed(file)
      const holder = holderOf(file)
      if (Option.isSome(holder) && isAlive(holder.value)) {
        return new CannotStart({
          message: `The data in ${folder} is in use by process ${holder.value.pid}. Stop that process first, or choose another folder with ADMIN_VIEW_DATA.`,
        })
      }
      setAside(file)
    }
    return new CannotStart({ message: `The lock of ${folder} keeps changing hands. Look which program uses it.` })
  })

const acquire = (folder: string) => Effect.andThen(privateFolder(folder), take(folder))

/**
 * Holds a data folder exclusively until the scope closes. The embedded engine
 * has no lock of its own: a second process would destroy the data. Fails with
 * a sentence naming the holding process; the lock of a dead process is taken
 * over. Knows only processes of this host.
 */
export const folderLock = (folder: string) =>
  Effect.acquireRelease(acquire(folder), (file) => Effect.sync(() => rmSync(file, { force: true })))
