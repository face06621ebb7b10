import { downloadExport } from "#effects/Reports.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import type { Operation } from "./operation.ts"

/** The export chart with its service. */
export const exporting = (operation: Operation): typeof exportMachine =>
  exportMachine.provide({
    actors: {
      download: operation(downloadExport, {
        success: "report.exported",
        failure: "report.notExported",
        shownInPlace: "Queued",
      }),
    },
  })
