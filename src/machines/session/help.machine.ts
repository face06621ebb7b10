import { assign, setup, type SnapshotFrom } from "xstate"

/** What happens to the help. */
export type HelpEvent =
  /** The button or key was pressed, on a page that has this chapter. */
  | { readonly type: "help.pressed"; readonly chapter: string }
  /** Something on the page says that it is explained in this chapter, and was asked for it. */
  | { readonly type: "chapter.asked"; readonly chapter: string }
  | { readonly type: "chapter.chosen"; readonly chapter: string }
  | { readonly type: "text.changed"; readonly text: string }
  | { readonly type: "help.closed" }

type Context = { readonly chapter: string; readonly text: string }

/** The help at the side of a page: a chapter of the guide, and the words that are looked for in it. */
export const helpMachine = setup({
  types: { context: {} as Context, events: {} as HelpEvent },
  actions: {
    setChapter: assign(({ event, context }) => ({ chapter: "chapter" in event ? event.chapter : context.chapter })),
    setText: assign(({ event, context }) => ({ text: event.type === "text.changed" ? event.text : context.text })),
    clearText: assign({ text: "" }),
  },
}).createMachine({
  id: "help",
  context: { chapter: "", text: "" },
  initial: "closed",
  states: {
    closed: {
      description: "Not on the screen.",
      on: {
        "help.pressed": { target: "open", actions: ["setChapter", "clearText"] },
        "chapter.asked": { target: "open", actions: ["setChapter", "clearText"] },
      },
    },
    open: {
      description: "Shows a chapter of the guide at the side, and marks the words looked for.",
      meta: { heading: "help.title", actions: ["part.close"] },
      on: {
        "help.pressed": "closed",
        "help.closed": "closed",
        "chapter.asked": { actions: ["setChapter", "clearText"] },
        "chapter.chosen": { actions: "setChapter" },
        "text.changed": { actions: "setText" },
      },
    },
  },
})

export type HelpSnapshot = SnapshotFrom<typeof helpMachine>
