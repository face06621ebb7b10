import { pastExportsMachine } from "#machines/reporting/pastExports.machine.ts"
import type { PastExport } from "#schemas/reporting/pastExport.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { samplePastExports } from "#tests/support/pastExportSamples.ts"
import { ended } from "../session/command.walk.ts"
import { exportEnded } from "../session/export.walk.ts"

/** The export that things are done to: its file is kept. */
export const kept = samplePastExports[0] as PastExport

const gone = problem("NotFound", "Someone has removed this file. Export it again from the report.")

/** Everything that can happen to the list of past exports. */
export const pastExportsWalk: ChartWalk = {
  machine: pastExportsMachine,
  input: { search: { tab: "exports" } },
  events: [
    { type: "download.pressed", kept },
    { type: "remove.pressed", kept },
    { type: "feed.changed", thing: "exports", id: "exports" },
    { type: "feed.changed", thing: "import", id: "7" },
  ],
  outcomes: {
    ...exportEnded,
    command: [
      ended({ verb: "remove", subject: kept, outcome: "done" }),
      ended({ verb: "remove", subject: kept, outcome: "refused", problem: gone }),
      ended({ verb: "remove", subject: kept, outcome: "cancelled" }),
    ],
  },
}
