import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  outputOf,
  verbOf,
  type CommandInput,
  type Question,
} from "#machines/session/command.machine.ts"
import { formMachine, isLeft } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { SeenTerm, TermValues } from "#schemas/language/glossary.ts"
import type { Problem } from "#schemas/problem.ts"

export type GlossaryPageEvent =
  | PageEvent
  | { readonly type: "add.pressed" }
  | { readonly type: "edit.pressed"; readonly term: SeenTerm }
  | { readonly type: "remove.pressed"; readonly term: SeenTerm }

type Context = {
  /** What the form opens with; null while none is open. */
  readonly values: TermValues | null
  /** Why the last removal was refused: it stays after the toast has gone. */
  readonly problem: Problem | null
}

const newTerm: TermValues = {
  ...{ termId: null, streamVersion: null, kind: "neverTranslate" },
  ...{ words: "", language: null, saidAs: "", note: "" },
}

const removal = ({ words }: SeenTerm): Question => ({
  title: "glossary.remove.title",
  text: [{ word: "glossary.remove.text", values: { words } }],
  confirm: "glossary.remove",
  cancel: "part.cancel",
  isDestructive: true,
})
type Pressed = Extract<GlossaryPageEvent, { readonly type: "remove.pressed" }>
const removalOf = (event: Pressed): CommandInput<"remove", SeenTerm> => ({
  verb: verbOf(event),
  subject: event.term,
  question: removal(event.term),
})

/** `/translate?glossary=`: the terms that translations keep, added, changed and removed (docs/policy.md#glossary). */
export const glossaryMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as GlossaryPageEvent },
  actors: { terms: readingMachine, languages: readingMachine, form: formMachine, command: commandMachine },
  guards: { isLeft, isCancelled },
  actions: {
    openNew: assign({ values: newTerm, problem: null }),
    openForm: assign(({ event }) => (event.type === "edit.pressed" ? { values: event.term, problem: null } : {})),
    closeForm: assign({ values: null }),
    clearProblem: assign({ problem: null }),
    setProblem: assign(({ event }) => ({ problem: outputOf({ event }).problem })),
    // At once: what is done next must not be decided on the version before.
    reread: sendTo("terms", { type: "refresh.pressed" }),
  },
}).createMachine({
  id: "glossary",
  context: { values: null, problem: null },
  invoke: [
    { id: "terms", src: "terms", input: { params: {} } },
    { id: "languages", src: "languages", input: { params: {} } },
  ],
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks at the terms.",
      meta: { heading: "glossary.title", actions: ["glossary.add"] },
      on: {
        "add.pressed": { target: "writing", actions: "openNew" },
        "edit.pressed": { target: "writing", actions: "openForm" },
        "remove.pressed": { target: "removing", actions: "clearProblem" },
      },
    },
    writing: {
      description: "Writes a term.",
      meta: { heading: "glossary.title", actions: ["glossary.save", "part.cancel"] },
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.values } }),
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "browsing", actions: ["closeForm", "reread"] },
        ],
      },
    },
    removing: {
      description: "Removes a term, once that is confirmed.",
      meta: { heading: "glossary.title", actions: [] },
      invoke: {
        id: "command",
        src: "command",
        input: ({ event }) => removalOf(event as Pressed),
        onDone: [
          { guard: "isCancelled", target: "browsing" },
          { target: "browsing", actions: ["setProblem", "reread"] },
        ],
      },
    },
    left: { type: "final", description: "The person goes on; the page ends with it." },
  },
})

export type GlossarySnapshot = SnapshotFrom<typeof glossaryMachine>
