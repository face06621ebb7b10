import { exportMachine, type ExportInput } from "#machines/session/export.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { notCsv } from "#tests/support/peopleSamples.ts"

/** A file that is asked for: the people of a report, as a response file. */
export const requested: ExportInput = {
  request: { campaignHashedId: "abcdefghijklmnopqrstuv", fileType: "csv", layout: "responseFile" },
}

/** What the server says while other files are being made. */
export const queued = problem("Queued", "Other files are being made. Yours is 3rd in the queue.")

/** The file is not made yet, as the chart that asks hears it. */
export const queuedEvent = { type: "xstate.error.actor.download", error: queued, actorId: "download" }

/** Everything that can happen while a file is made. */
export const exportWalk: ChartWalk = {
  machine: exportMachine,
  input: requested,
  events: [{ type: "export.left" }],
  outcomes: { download: [{ output: "report.csv" }, { error: notCsv }, { error: queued }] },
  key: ({ context }) => [context.queue],
}

/** The same where pages are walked that ask for files: it ends, and the page hears no more of it. */
export const exportEnded = { export: [{ output: undefined }] }
