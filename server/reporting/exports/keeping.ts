import { Effect } from "effect"
import type { Person } from "#schemas/caller.ts"
import { Database } from "#server/store/Database.ts"
import {
  dropExportParts,
  endExport,
  keptBytes,
  nextExportId,
  storeExportPart,
  type EndedExport,
} from "./pastExport.queries.ts"
import type { TakenFile } from "./trackedFile.ts"

/** Bytes of a stored part: small enough that a backup reads many at once. */
const partBytes = 128 * 1024
/** A download waits for its copy no longer than this. */
const patience = "5 seconds"

/** What a download knows of its export when it ends. */
type Line = Pick<EndedExport, "fileName" | "fileType" | "campaignId" | "asked">

/** Keeps a copy of a file while it is taken, and lists the export when it has ended. Neither can fail, or hold a download up for long. */
export type Keeping = {
  readonly add: (bytes: Uint8Array) => Effect.Effect<void>
  readonly end: (line: Line, taken: TakenFile) => Effect.Effect<void>
}

/** What is gathered of a file: one part is in memory, those before it are stored. */
type Gathered = { readonly part: Uint8Array; filled: number; parts: number; bytes: number; state: EndedExport["state"] }

/** Opens the keeping of one export of a person. */
export const openKeeping = Effect.fn("reporting.openKeeping")(function* ({
  actingCompanyId: companyId,
  userId,
}: Pick<Person, "actingCompanyId" | "userId">) {
  const database = yield* Database
  const exportId = yield* nextExportId()
  const gathered: Gathered = { part: new Uint8Array(partBytes), filled: 0, parts: 0, bytes: 0, state: "kept" }

  const drop = dropExportParts(companyId, exportId).pipe(
    Effect.timeout(patience),
    Effect.catchCause((cause) => Effect.logWarning("Parts of an export could not be removed", cause)),
  )
  const giveUp = (state: EndedExport["state"]) =>
    Effect.suspend(() => {
      gathered.state = state
      return drop
    })

  const store = Effect.suspend(() => {
    const { part, filled, parts } = gathered
    return filled === 0 ? Effect.void : storeExportPart(companyId, exportId, parts, part.subarray(0, filled))
  }).pipe(
    Effect.andThen(
      Effect.sync(() => {
        gathered.parts += 1
        gathered.filled = 0
      }),
    ),
    Effect.timeout(patience),
    Effect.catchCause((cause) =>
      Effect.andThen(Effect.logError("The file of an export could not be kept", cause), giveUp("notKept")),
    ),
  )

  const add = Effect.fnUntraced(
    function* (bytes: Uint8Array) {
      gathered.bytes += bytes.length
      if (gathered.state !== "kept") return
      if (gathered.bytes > keptBytes.file) return yield* giveUp("tooLarge")
      for (let at = 0; at < bytes.length && gathered.state === "kept";) {
        const piece = bytes.subarray(at, at + partBytes - gathered.filled)
        gathered.part.set(piece, gathered.filled)
        gathered.filled += piece.length
        at += piece.length
        if (gathered.filled === partBytes) yield* store
      }
    },
    Effect.provideService(Database, database),
  )

  const end = Effect.fnUntraced(
    function* (line: Line, { complete, ...taken }: TakenFile) {
      if (complete && gathered.state === "kept") yield* store
      const state = complete ? gathered.state : "brokenOff"
      yield* endExport(companyId, { ...line, ...taken, exportId, userId, bytes: gathered.bytes, state })
    },
    Effect.provideService(Database, database),
    Effect.catchCause((cause) => Effect.logError("An export could not be listed", cause)),
  )

  return { add, end } satisfies Keeping
})
