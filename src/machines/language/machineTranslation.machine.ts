import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { MachineRow, MachineTranslated, MissingTexts } from "#schemas/language/machine.ts"
import type { Problem } from "#schemas/problem.ts"

export type MachineTranslationEvent =
  | PageEvent
  | { readonly type: "language.changed"; readonly language: LanguageTag }
  | { readonly type: "start.pressed"; readonly language: LanguageTag }
  | { readonly type: "stop.pressed" }
  | { readonly type: "goOn.pressed" }
  | { readonly type: "again.pressed" }

type Context = {
  /** The first language until another is chosen. */
  readonly language: LanguageTag | null
  /** What became of the texts so far. */
  readonly rows: ReadonlyArray<MachineRow>
  readonly after: MachineTranslated["after"]
  readonly left: number | null
  readonly isStopping: boolean
  /** Why the service translated no more. */
  readonly problem: Problem | null
}

const nothing = { rows: [], after: null, left: null, isStopping: false, problem: null } satisfies Omit<
  Context,
  "language"
>
const answerOf = (event: unknown): MachineTranslated => (event as { readonly output: MachineTranslated }).output

/** `/translate?machine=`: what is missing in a language is translated by the service, some texts at a time. */
export const machineTranslationMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as MachineTranslationEvent,
    tags: {} as "busy",
  },
  actors: { languages: readingMachine, translate: fromPromise<MachineTranslated, MissingTexts>(unprovided) },
  guards: {
    isLast: ({ event }) => answerOf(event).left === 0,
    isStopping: ({ context }) => context.isStopping,
  },
  actions: {
    setLanguage: assign(({ event }) => ("language" in event ? { language: event.language } : {})),
    addRows: assign(({ context, event }) => {
      const { rows, after, left } = answerOf(event)
      return { rows: [...context.rows, ...rows], after, left }
    }),
    setStopping: assign({ isStopping: true }),
    goOn: assign({ isStopping: false, problem: null }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    clear: assign(nothing),
  },
}).createMachine({
  id: "machineTranslation",
  context: { language: null, ...nothing },
  invoke: [{ id: "languages", src: "languages", input: { params: {} } }],
  initial: "choosing",
  states: {
    choosing: {
      description: "Says what is translated, and into which language.",
      meta: { heading: "machine.title", actions: [] },
      on: {
        "language.changed": { actions: "setLanguage" },
        "start.pressed": { target: "translating", actions: "setLanguage" },
      },
    },
    translating: {
      description: "The service translates the next texts; what it brought is kept.",
      tags: "busy",
      meta: { heading: "machine.title", actions: [] },
      invoke: {
        id: "translate",
        src: "translate",
        input: ({ context }) => ({ language: context.language as LanguageTag, after: context.after }),
        onDone: [
          { guard: "isLast", target: "done", actions: "addRows" },
          { guard: "isStopping", target: "stopped", actions: "addRows" },
          { target: "translating", reenter: true, actions: "addRows" },
        ],
        onError: { target: "stopped", actions: "setProblem" },
      },
      on: { "stop.pressed": { actions: "setStopping" } },
    },
    stopped: {
      description: "Says how far it came and why it stopped.",
      meta: { heading: "machine.title", actions: ["machine.goOn", "machine.again"] },
      on: {
        "goOn.pressed": { target: "translating", actions: "goOn" },
        "again.pressed": { target: "choosing", actions: "clear" },
      },
    },
    done: {
      description: "Says what became of each text.",
      meta: { heading: "machine.title", actions: ["machine.again"] },
      on: { "again.pressed": { target: "choosing", actions: "clear" } },
    },
  },
})

export type MachineTranslationSnapshot = SnapshotFrom<typeof machineTranslationMachine>
