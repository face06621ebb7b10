import { assign, setup, type SnapshotFrom } from "xstate"

/** What a person does in a list or calendar that belongs to a field. */
export type PickerEvent =
  /** It opens at an option or a day. */
  | { readonly type: "opened"; readonly at: string }
  /** The arrows or the pointer are on this option or day. */
  | { readonly type: "pointed"; readonly at: string }
  /** What stands in the field asks for other options; the first of them is pointed at. */
  | { readonly type: "searched"; readonly text: string; readonly at: string }
  | { readonly type: "closed" }

type Context = { readonly at: string; readonly text: string }

/**
 * The list or calendar of a field: closed, or open at an option or a day. What was
 * chosen is the field's own value.
 */
export const pickerMachine = setup({
  types: { context: {} as Context, events: {} as PickerEvent },
  actions: {
    point: assign(({ event }) => ("at" in event ? { at: event.at } : {})),
    search: assign(({ event }) => (event.type === "searched" ? { text: event.text } : {})),
    forget: assign({ at: "", text: "" }),
  },
}).createMachine({
  id: "picker",
  context: { at: "", text: "" },
  initial: "closed",
  states: {
    closed: {
      description: "Only the field is seen.",
      on: {
        opened: { target: "open", actions: "point" },
        searched: { target: "open", actions: ["point", "search"] },
      },
    },
    open: {
      description: "The list or calendar stands under its field.",
      exit: "forget",
      on: {
        pointed: { actions: "point" },
        searched: { actions: ["point", "search"] },
        closed: "closed",
      },
    },
  },
})

export type PickerSnapshot = SnapshotFrom<typeof pickerMachine>
