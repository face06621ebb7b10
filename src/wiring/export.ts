import type { AnyActorLogic } from "xstate"
import { downloadExport } from "#effects/Reports.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import type { Operation } from "./operation.ts"

/**
 * The export chart with its service.
 * @param download how the file is had, which says itself how it ended, but for a place in the queue
 */
export const exporting = (download: AnyActorLogic): typeof exportMachine =>
  exportMachine.provide({ actors: { download: download as never } })

/** The same for a file of a report's people. */
export const exportingReport = (operation: Operation): typeof exportMachine =>
  exporting(
    operation(downloadExport, {
      success: "report.exported",
      failure: "report.notExported",
      shownInPlace: "Queued",
    }),
  )
