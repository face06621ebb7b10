import { sendTo, setup, type SnapshotFrom } from "xstate"
import { commandMachine, isCancelled, verbOf, type CommandInput } from "#machines/session/command.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { SavedView } from "#schemas/reporting/savedView.ts"

export type SavedViewsEvent = PageEvent | { readonly type: "delete.pressed"; readonly saved: SavedView }

type Pressed = Extract<SavedViewsEvent, { readonly type: "delete.pressed" }>

const deletionOf = (event: Pressed): CommandInput<"delete", SavedView> => ({
  verb: verbOf(event),
  subject: event.saved,
  seen: { id: event.saved.hashedId, version: event.saved.version },
  question: {
    title: "savedViews.delete.title",
    text: [{ word: "savedViews.delete.text", values: { name: event.saved.view.name } }],
    confirm: "savedViews.delete",
    cancel: "part.cancel",
    isDestructive: true,
  },
})

/** `/report?tab=saved`: the saved views of reports, and when they are mailed (docs/policy.md#saved-views). */
export const savedViewsMachine = setup({
  types: { input: {} as PageInput, context: {} as object, events: {} as SavedViewsEvent },
  actors: { views: readingMachine, command: commandMachine },
  guards: {
    isCancelled,
    changesViews: ({ event }) =>
      event.type === "feed.changed" && (event.thing === "savedView" || event.thing === "savedViews"),
  },
  actions: {
    refresh: sendTo("views", { type: "feed.changed" }),
    // At once, and where it failed too: what could not be deleted may have been changed.
    reread: sendTo("views", { type: "refresh.pressed" }),
  },
}).createMachine({
  id: "savedViews",
  context: {},
  invoke: { id: "views", src: "views", input: { params: {} } },
  on: { "feed.changed": { guard: "changesViews", actions: "refresh" } },
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks at the saved views.",
      meta: { heading: "savedViews.title", actions: [] },
      on: { "delete.pressed": "deleting" },
    },
    deleting: {
      description: "Deletes one, once that is confirmed.",
      meta: { heading: "savedViews.title", actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => deletionOf(event as Pressed),
        onDone: [
          { guard: "isCancelled", target: "browsing" },
          { target: "browsing", actions: "reread" },
        ],
      },
    },
  },
})

export type SavedViewsSnapshot = SnapshotFrom<typeof savedViewsMachine>
