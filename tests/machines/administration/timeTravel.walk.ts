import { timeTravelMachine, travelledRun, type Stood } from "#machines/administration/timeTravel.machine.ts"
import type { ChartJournal, JournalFile } from "#schemas/session/journal.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** What the toasts of a tab heard. */
export const heardToasts: ChartJournal = {
  chart: "toasts",
  actor: "toasts@1",
  parent: null,
  input: null,
  startedAt: 1_795_000_000_000,
  base: null,
  entries: [
    {
      at: 1_795_000_001_000,
      event: {
        type: "toast.shown",
        toast: { id: "toast-1", intent: "success", text: "Campaign created.", at: "2026-11-18T10:13:21.000Z" },
      },
    },
    { at: 1_795_000_002_000, event: { type: "stack.held" } },
    { at: 1_795_000_003_000, event: { type: "list.opened" } },
  ],
}
const journal: JournalFile = {
  format: "admin-view-journal",
  version: 1,
  savedAt: 1_795_000_004_000,
  masked: true,
  charts: [heardToasts, { ...heardToasts, chart: "older", actor: "older@1" }],
}
const chosen = Object.assign(new Blob(["{}"]), { name: "monday.json" })

const held: Stood = {
  states: ["stack.held", "list.closed"],
  step: {
    event: "stack.held",
    left: ["stack.running"],
    entered: ["stack.held"],
    guards: [{ guard: "isHeld", answer: true }],
    taken: true,
  },
}

/** Everything that can happen while someone travels through journals. */
export const timeTravelWalk: ChartWalk = {
  machine: timeTravelMachine,
  input: { search: { view: "travel", chart: "toasts" } },
  events: [
    { type: "journals.heard", journals: [heardToasts] },
    { type: "url.changed", search: { view: "travel", chart: "toasts" } },
    { type: "url.changed", search: { view: "travel", chart: "session" } },
    { type: "moment.chosen", at: 1_795_000_002_000 },
    { type: "now.pressed" },
    { type: "moment.drawn", stood: held },
    { type: "moment.broken", stood: null, reason: "RangeError: Invalid time value" },
    { type: "file.chosen", file: chosen },
    { type: "tab.pressed" },
    { type: "save.pressed" },
  ],
  outcomes: {
    read: [{ output: { name: "monday.json", journal } }, { output: { name: "monday.json", refusal: "damaged" } }],
    save: [{ output: "admin-view-journal-2026-11-18.json" }, { error: new Error("no room") }],
  },
  // The slider stands where there is something to travel through.
  allows: (snapshot, { type }) => type !== "moment.chosen" || travelledRun(snapshot as never) !== undefined,
  key: ({ context: { search, heard, file } }) => [search, heard.length, file === null],
}
