import { raise, setup, type SnapshotFrom } from "xstate"
import type { KeyMeaning } from "#schemas/session/keys.ts"

export type ShortcutsEvent =
  /** A single key outside of every field and dialog, with what it leads to here. */
  | ({ readonly type: "key.pressed" } & KeyMeaning)
  | { readonly type: "letters.switched" }
  | { readonly type: "list.opened" }
  | { readonly type: "list.closed" }

/** Whether single keys act, as this device remembers it. */
export type ShortcutsInput = { readonly letters: boolean }

/** Shortcuts of single keys, which someone who speaks to the browser can switch off (WCAG 2.1.4), and their list. */
export const shortcutsMachine = setup({
  types: { input: {} as ShortcutsInput, context: {} as ShortcutsInput, events: {} as ShortcutsEvent },
  guards: {
    isOn: ({ context }) => context.letters,
    isGo: ({ event }) => event.type === "key.pressed" && event.isGo,
    isList: ({ event }) => event.type === "key.pressed" && event.isList,
    createsHere: ({ event }) => event.type === "key.pressed" && event.fresh !== null,
    isPlace: ({ event }) => event.type === "key.pressed" && event.place !== null,
  },
  actions: {
    openList: raise({ type: "list.opened" }),
    goToPlace: () => undefined,
    goToFresh: () => undefined,
    keepOn: () => undefined,
    keepOff: () => undefined,
  },
  delays: { patience: 1_500 },
}).createMachine({
  id: "shortcuts",
  context: ({ input }) => input,
  type: "parallel",
  states: {
    letters: {
      description: "The shortcuts of single keys.",
      initial: "deciding",
      states: {
        deciding: {
          description: "Looks what this device remembers.",
          always: [{ guard: "isOn", target: "resting" }, { target: "off" }],
        },
        resting: {
          description: "Waits for a key.",
          on: {
            "key.pressed": [
              { guard: "isGo", target: "going" },
              { guard: "isList", actions: "openList" },
              { guard: "createsHere", actions: "goToFresh" },
            ],
            "letters.switched": { target: "off", actions: "keepOff" },
          },
        },
        going: {
          description: "Waits for the letter of a page.",
          after: { patience: "resting" },
          on: {
            "key.pressed": [{ guard: "isPlace", target: "resting", actions: "goToPlace" }, { target: "resting" }],
            "letters.switched": { target: "off", actions: "keepOff" },
          },
        },
        off: {
          description: "Single keys do nothing.",
          on: { "letters.switched": { target: "resting", actions: "keepOn" } },
        },
      },
    },
    list: {
      description: "The list of shortcuts.",
      initial: "closed",
      states: {
        closed: { description: "Not on the screen.", on: { "list.opened": "open" } },
        open: { description: "Shows every shortcut and their switch.", on: { "list.closed": "closed" } },
      },
    },
  },
})

export type ShortcutsSnapshot = SnapshotFrom<typeof shortcutsMachine>
