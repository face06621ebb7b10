import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { CannotStart } from "./CannotStart.ts"
import { folderLock } from "./folderLock.ts"
import { closeAll, closeToOthers, ownerOnly, privateFolder } from "./privateFolder.ts"

/** Where the embedded engine keeps its data and what it may start from. */
export interface EngineOptions {
  /** Folder of the data; without it everything lives in memory and ends with the process (tests). */
  readonly dataDir?: string | undefined
  /** File with the image of a migrated, empty database: read when the data is new, made when absent. */
  readonly snapshot?: string | undefined
}

/** The engine's own folder within the data folder. */
export const engineFolder = (dataDir: string) => join(dataDir, "engine")
/** Whether a data folder holds an embedded database already. */
export const holdsEngine = (dataDir: string): boolean => existsSync(join(engineFolder(dataDir), "PG_VERSION"))
/** The image written at the last clean stop; it lies next to the data, which is never synced to disk. */
export const dumpFile = (dataDir: string) => join(dataDir, "last-clean-stop.tar.gz")

/** Writes the engine's whole data as one file for its owner only; a reader never sees half of it. */
export const writeImage = async (engine: PGlite, file: string, compression: "none" | "gzip") => {
  const image = await engine.dumpDataDir(compression)
  const draft = `${file}.${process.pid}`
  rmSync(draft, { force: true })
  writeFileSync(draft, new Uint8Array(await image.arrayBuffer()), { mode: ownerOnly.file })
  renameSync(draft, file)
}

/** Lies next to the engine's folder while that is being made; a start that finds it begins again. */
const unfinishedMark = (dataDir: string) => join(dataDir, "engine-unfinished")

const image = (snapshot: string | undefined) =>
  snapshot !== undefined && existsSync(snapshot) ? { loadDataDir: new Blob([readFileSync(snapshot)]) } : {}

const open = async ({ dataDir, snapshot }: EngineOptions): Promise<PGlite> => {
  if (dataDir === undefined) return PGlite.create(image(snapshot))
  const folder = engineFolder(dataDir)
  const mark = unfinishedMark(dataDir)
  if (holdsEngine(dataDir)) return PGlite.create({ dataDir: folder })
  writeFileSync(mark, "")
  const engine = await PGlite.create({ dataDir: folder, ...image(snapshot) })
  // The engine makes its files open to everyone, whatever the process's mask says.
  closeAll(folder)
  rmSync(mark)
  return engine
}

/** Locks the data folder, clears what a cut-off start left, and lets no one but the owner read what is in it. */
const claim = Effect.fnUntraced(function* (dataDir: string) {
  yield* folderLock(dataDir)
  if (existsSync(unfinishedMark(dataDir))) rmSync(engineFolder(dataDir), { recursive: true, force: true })
  yield* privateFolder(engineFolder(dataDir))
  yield* closeToOthers(dumpFile(dataDir), ownerOnly.file)
})

const close = (engine: PGlite, dataDir: string | undefined) =>
  Effect.promise(async () => {
    if (dataDir !== undefined) await writeImage(engine, dumpFile(dataDir), "gzip")
    await engine.close()
  })

/**
 * Opens the embedded engine: folder lock first, then the data, made new when
 * there is none. When the scope closes, an image of the data is written next to
 * it, the engine closed and the lock released, in this order.
 */
export const openEngine = (options: EngineOptions) =>
  Effect.gen(function* () {
    const { dataDir } = options
    if (dataDir !== undefined) yield* claim(dataDir)
    return yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: () => open(options),
        catch: (cause) =>
          new CannotStart({
            message: `The embedded database in ${dataDir} does not open. The image of its last clean stop lies next to it.`,
            cause,
          }),
      }),
      (engine) => close(engine, dataDir),
    )
  })
