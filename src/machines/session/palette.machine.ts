import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { searchedBy, type FoundThing } from "#schemas/session/palette.ts"

export type PaletteEvent =
  | PageEvent
  | { readonly type: "palette.opened" }
  | { readonly type: "palette.closed" }
  | { readonly type: "text.changed"; readonly text: string }
  /** An option has the arrows or the pointer on it, by its place among those shown. */
  | { readonly type: "option.pointed"; readonly at: number }
  | { readonly type: "thing.chosen"; readonly thing: FoundThing }
  /** A place or a deed was chosen, which one finds again without being reminded. */
  | { readonly type: "address.chosen"; readonly href: string }
  | { readonly type: "patients.pressed" }
  | { readonly type: "back.pressed" }

type Context = {
  /** What stands in the field. It may be a patient's name, so this chart is never journaled. */
  readonly typed: string
  readonly at: number
  /** What was opened from here in this tab, the last first; patients are not among it. */
  readonly recent: ReadonlyArray<FoundThing>
}

/** How many things are offered again. */
const remembered = 5

const withThing = ({ recent }: Context, thing: FoundThing): ReadonlyArray<FoundThing> =>
  thing.kind === "patient"
    ? recent
    : [thing, ...recent.filter(({ kind, id }) => kind !== thing.kind || id !== thing.id)].slice(0, remembered)

/**
 * The palette: goes to pages, begins something, finds things by name. Patients are
 * looked for in a step of their own, whose text travels in bodies alone.
 */
export const paletteMachine = setup({
  types: { context: {} as Context, events: {} as PaletteEvent },
  actors: { things: readingMachine, patients: readingMachine },
  actions: {
    setText: assign(({ event }) => (event.type === "text.changed" ? { typed: event.text, at: 0 } : {})),
    clearText: assign({ typed: "", at: 0 }),
    point: assign(({ event }) => (event.type === "option.pointed" ? { at: event.at } : {})),
    pointFirst: assign({ at: 0 }),
    remember: assign(({ context, event }) =>
      event.type === "thing.chosen" ? { recent: withThing(context, event.thing) } : {},
    ),
    sendThings: sendTo("things", ({ context }) => ({ type: "params.changed", params: searchedBy(context.typed) })),
    sendPatients: sendTo("patients", ({ context }) => ({ type: "params.changed", params: searchedBy(context.typed) })),
    forgetThings: sendTo("things", { type: "params.changed", params: null }),
    forgetPatients: sendTo("patients", { type: "params.changed", params: null }),
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: "palette",
  context: { typed: "", at: 0, recent: [] },
  invoke: [
    { id: "things", src: "things", input: { params: null } },
    { id: "patients", src: "patients", input: { params: null } },
  ],
  initial: "closed",
  states: {
    closed: {
      description: "Nothing is looked for.",
      on: { "palette.opened": "open" },
    },
    open: {
      description: "Someone looks for a place, a deed or a thing.",
      initial: "things",
      exit: ["clearText", "forgetThings", "forgetPatients"],
      on: {
        "palette.closed": "closed",
        "option.pointed": { actions: "point" },
        "thing.chosen": { target: "closed", actions: "remember" },
        "address.chosen": "closed",
      },
      states: {
        things: {
          description: "Looks among all but patients.",
          initial: "choosing",
          on: {
            "text.changed": { target: ".typing", actions: "setText" },
            "patients.pressed": { target: "patients", actions: ["pointFirst", "sendPatients"] },
            "back.pressed": "#palette.closed",
          },
          states: {
            choosing: { description: "Offers what bears the text, or what there is when nothing is typed." },
            typing: {
              description: "Waits for a pause in typing before it looks.",
              after: { typingPause: { target: "choosing", actions: "sendThings" } },
            },
          },
        },
        patients: {
          description: "Looks among patients.",
          initial: "choosing",
          on: {
            "text.changed": { target: ".typing", actions: "setText" },
            "back.pressed": { target: "things", actions: ["clearText", "forgetThings", "forgetPatients"] },
          },
          states: {
            choosing: { description: "Offers the patients who were found." },
            typing: {
              description: "Waits for a pause in typing before it looks.",
              after: { typingPause: { target: "choosing", actions: "sendPatients" } },
            },
          },
        },
      },
    },
  },
})

export type PaletteSnapshot = SnapshotFrom<typeof paletteMachine>
