import { Context, type Effect } from "effect"
import type { ImportCommand, ImportProcess } from "./import.decider.ts"
import type { CompanyId, ImportId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"

/**
 * The command path as the import worker needs it. `server/people/imports/import.commands.ts` provides
 * it, so that the worker does not import the command path.
 */
export class ImportLog extends Context.Service<
  ImportLog,
  {
    /** What the import has come to. */
    readonly read: (companyId: CompanyId, importId: ImportId) => Effect.Effect<ImportProcess>
    /**
     * Sends a command of the system's own; inside `Database.company` its events
     * stand or fall with what else that transaction does.
     */
    readonly send: (
      companyId: CompanyId,
      importId: ImportId,
      command: ImportCommand,
    ) => Effect.Effect<ImportProcess, Problem>
  }
>()("admin-view/people/ImportLog") {}
