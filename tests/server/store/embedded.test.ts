import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { dumpFile, engineFolder } from "#server/store/engine.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { systemMetadata } from "#tests/support/facts.ts"
import { snapshotOfSchema } from "#tests/support/embeddedDatabase.ts"
import { collectLog } from "#tests/support/logged.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "admin-view-data-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

const append = (version: number) =>
  Effect.flatMap(EventStore, (store) =>
    store.append({
      companyId: CompanyId.make(1),
      stream: "campaign-1",
      expectedVersion: version,
      events: [{ type: "Counted", data: {} }],
      metadata: systemMetadata(CompanyId.make(1)),
    }),
  )
const versions = Effect.flatMap(EventStore, (store) =>
  Effect.map(store.readStream(CompanyId.make(1), "campaign-1"), (events) => events.map((event) => event.version)),
)

it.live("keeps its data, leaves an image and no lock, and refuses a second opener while open", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder
    const options = { dataDir, snapshot: snapshotOfSchema() }
    const open = <A, E>(effect: Effect.Effect<A, E, EventStore | Database>) =>
      Effect.provide(effect, Layer.provideMerge(EventStore.layer, Database.layer(options)), { local: true })
    yield* open(
      Effect.gen(function* () {
        yield* append(0)
        const refused = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(Database.layer(options)))))
        expect(refused.message).toContain(`in use by process ${process.pid}.`)
        yield* append(1)
      }),
    )
    expect(readdirSync(dataDir).toSorted()).toEqual(["engine", "last-clean-stop.tar.gz"])
    yield* open(append(2))

    // The image alone brings everything back.
    rmSync(engineFolder(dataDir), { recursive: true })
    const fromImage = Layer.provideMerge(EventStore.layer, Database.layer({ dataDir, snapshot: dumpFile(dataDir) }))
    expect(yield* Effect.provide(versions, fromImage, { local: true })).toEqual([1, 2, 3])
    expect(existsSync(join(dataDir, "lock"))).toBe(false)
  }),
)

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it.live("lets the owner alone read its folder and copies, and closes one that was open, saying so", () =>
  Effect.gen(function* () {
    const dataDir = join(yield* temporaryFolder, "data")
    const paths = [dataDir, engineFolder(dataDir), dumpFile(dataDir)]
    const { lines, layer } = collectLog()
    const repaired = () =>
      lines.map((line) => JSON.parse(line).message as string).filter((text) => text.startsWith("Other accounts"))
    const openAndStop = Database.layer({ dataDir, snapshot: snapshotOfSchema() }).pipe(
      Layer.fresh,
      Layer.build,
      Effect.scoped,
      Effect.provide(layer),
    )
    yield* openAndStop
    expect(paths.map(rightsOf)).toEqual(["700", "700", "600"])
    expect(["PG_VERSION", "base"].map((name) => rightsOf(join(engineFolder(dataDir), name)))).toEqual(["600", "700"])
    expect(repaired()).toEqual([])
    for (const path of paths) chmodSync(path, 0o755)
    yield* openAndStop
    expect(paths.map(rightsOf)).toEqual(["700", "700", "600"])
    expect(repaired()).toEqual(
      paths.map((path) => `Other accounts of this machine could read ${path}. Only its owner can from now on.`),
    )
  }),
)

it.live("begins again when its first start was cut off halfway", () =>
  Effect.gen(function* () {
    const dataDir = yield* temporaryFolder
    mkdirSync(engineFolder(dataDir))
    writeFileSync(join(engineFolder(dataDir), "PG_VERSION"), "18")
    writeFileSync(join(dataDir, "engine-unfinished"), "")
    const layer = Layer.provideMerge(EventStore.layer, Database.layer({ dataDir, snapshot: snapshotOfSchema() }))
    yield* Effect.provide(append(0), layer, { local: true })
    expect(readdirSync(dataDir).toSorted()).toEqual(["engine", "last-clean-stop.tar.gz"])
  }),
)
