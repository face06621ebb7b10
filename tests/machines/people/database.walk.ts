import { databaseMachine, type ListFile } from "#machines/people/database.machine.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { ended } from "../session/command.walk.ts"
import { importIn, notCsv, uploadedImport } from "#tests/support/peopleSamples.ts"

const file = Object.assign(new Blob(["MRN\n"]), { name: "spring.csv" }) as ListFile

const cancellation = { verb: "cancel", subject: importIn("running") }

/** Everything that can happen on the database page. */
export const databaseWalk: ChartWalk = {
  machine: databaseMachine,
  input: { search: { tab: "imports", import: "7" } },
  events: [
    { type: "search.changed", search: "Lopez" },
    { type: "file.chosen", file },
    { type: "upload.cancelled" },
    { type: "map.pressed", import: uploadedImport },
    { type: "run.pressed", import: importIn("checked") },
    { type: "cancel.pressed", import: importIn("running") },
    { type: "reply.decided", decided: { replyId: 12, decision: "optOut" } },
    { type: "rejections.pressed", import: importIn("checked") },
    { type: "url.changed", search: { tab: "imports", import: "7" } },
    { type: "url.changed", search: { tab: "lists", list: "3" } },
    { type: "url.changed", search: {} },
    { type: "xstate.snapshot.import", snapshot: { context: { data: null } } },
    {
      type: "xstate.snapshot.mapping",
      snapshot: { context: { values: { importId: 7, mapping: uploadedImport.mapping } } },
    },
    { type: "feed.changed", thing: "import", id: "7" },
    { type: "feed.changed", thing: "campaign", id: "x" },
    { type: "feed.changed", thing: "template", id: "5" },
  ],
  outcomes: {
    upload: [{ output: uploadedImport }, { error: notCsv }],
    mapping: [{ output: { discarded: false, value: importIn("checking") } }],
    run: [{ output: importIn("running") }, { error: problem("NotAllowedNow", "It runs already.") }],
    command: [
      ended({ ...cancellation, outcome: "done", answer: importIn("cancelled") }),
      ended({ ...cancellation, outcome: "refused", problem: problem("NotAllowedNow", "It is done already.") }),
      ended({ ...cancellation, outcome: "cancelled" }),
    ],
    decide: [{ output: { replyId: 12, decision: "optOut" } }, { error: problem("NotAllowedNow", "It is decided.") }],
    download: [{ output: "rejected-rows.csv" }, { error: notCsv }],
  },
  allows: (snapshot, event) => {
    // What is done to an import is done on its page, and who is looked for is typed on another, while nothing is done.
    if ("import" in event) return snapshot.matches({ place: "import" })
    if (event.type === "search.changed")
      return !snapshot.matches({ place: "import" }) && snapshot.matches({ working: "browsing" })
    return !snapshot.matches({ looking: "typing" }) || event.type.startsWith("xstate.after.")
  },
  key: ({ context }) => [context.search, context.searchText, context.refused?.problem, context.subject?.importId],
}
