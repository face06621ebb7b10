import { Context, Effect, Layer } from "effect"
import { ImportEvent } from "#schemas/people/events.ts"
import { importDecider, type ImportCommand, type ImportProcess } from "#server/domain/people/import.decider.ts"
import { importProjection, type ImportRow } from "#server/domain/people/import.projection.ts"
import { Database } from "#server/store/Database.ts"
import { EventStore } from "#server/store/EventStore.ts"
import { ImportLog } from "#server/people/ImportLog.ts"
import { handle, readState, systemContext, type Stream } from "./handle.ts"

/** The streams of imports: `import-7`. */
export const importStream: Stream<ImportProcess, ImportCommand, ImportEvent, ImportRow> = {
  category: "import",
  decider: importDecider,
  events: ImportEvent,
  projection: importProjection,
}

const commandIdOf = (importId: number, command: ImportCommand): string =>
  `import-${importId}-${command._tag}${"batch" in command ? `-${command.batch}` : ""}`

/** Gives the import worker the one way in which stored things change. */
export const importLogLayer = Layer.effect(
  ImportLog,
  Effect.gen(function* () {
    const services = Context.make(Database, yield* Database).pipe(Context.add(EventStore, yield* EventStore))
    return ImportLog.of({
      read: (companyId, importId) =>
        readState(importStream, companyId, importId).pipe(
          Effect.map(({ state }) => state),
          Effect.provideContext(services),
        ),
      send: (companyId, importId, command) =>
        handle(importStream, importId, command, systemContext(companyId, commandIdOf(importId, command))).pipe(
          Effect.map(({ state }) => state),
          Effect.provideContext(services),
        ),
    })
  }),
)
