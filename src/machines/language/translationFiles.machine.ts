import { assign, fromPromise, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { exportMachine } from "#machines/session/export.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { LanguageTag } from "#schemas/administration/companyDraft.ts"
import type { TranslationFileCheck, TranslationFileQuery } from "#schemas/language/translationFile.ts"
import type { Problem } from "#schemas/problem.ts"

/** What is exported; the language is the first one until another is chosen. */
export type ExportChoice = Omit<TranslationFileQuery, "language"> & { readonly language: LanguageTag | null }

export type TranslationFilesEvent =
  | PageEvent
  | { readonly type: "choice.changed"; readonly choice: ExportChoice }
  | { readonly type: "export.pressed"; readonly request: TranslationFileQuery }
  | { readonly type: "file.chosen"; readonly file: File }
  | { readonly type: "import.pressed" }
  | { readonly type: "again.pressed" }

type Context = {
  readonly choice: ExportChoice
  readonly file: File | null
  /** Why the file could not be read, or its import was not answered. */
  readonly problem: Problem | null
  /** What each text of the file would do, or did. */
  readonly check: TranslationFileCheck | null
}

const noFile = { file: null, problem: null, check: null } satisfies Omit<Context, "choice">
const checkOf = (event: unknown): TranslationFileCheck => (event as { readonly output: TranslationFileCheck }).output

/** `/translate?files=`: texts are exported for translators, and their files checked first and then imported. */
export const translationFilesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TranslationFilesEvent, tags: {} as "busy" },
  actors: {
    languages: readingMachine,
    export: exportMachine,
    check: fromPromise<TranslationFileCheck, File>(unprovided),
    import: fromPromise<TranslationFileCheck, File>(unprovided),
  },
  guards: {
    hasChange: ({ context: { check } }) => check?.rows.some(({ outcome }) => outcome === "change") === true,
  },
  actions: {
    setChoice: assign(({ event }) => (event.type === "choice.changed" ? { choice: event.choice } : {})),
    setFile: assign(({ event }) => (event.type === "file.chosen" ? { ...noFile, file: event.file } : {})),
    setCheck: assign(({ event }) => ({ check: checkOf(event), problem: null })),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    clear: assign(noFile),
  },
}).createMachine({
  id: "translationFiles",
  context: { choice: { language: null, texts: "open", fileType: "xliff" }, ...noFile },
  invoke: [{ id: "languages", src: "languages", input: { params: {} } }],
  on: { "choice.changed": { actions: "setChoice" } },
  type: "parallel",
  states: {
    out: {
      description: "The file that goes to translators.",
      initial: "none",
      states: {
        none: {
          description: "No file is asked for.",
          on: { "export.pressed": "exporting" },
        },
        exporting: {
          description: "The file is made and saved, or waits its turn; the page stays usable.",
          invoke: {
            id: "export",
            src: "export",
            input: ({ event }) => ({ request: (event as { readonly request: TranslationFileQuery }).request }),
            onDone: "none",
          },
        },
      },
    },
    back: {
      description: "The file that comes back.",
      initial: "choosing",
      states: {
        choosing: {
          description: "Says what a file may be, and why the last one could not be read.",
          meta: { heading: "translationFile.import.title", actions: [] },
          on: { "file.chosen": { target: "checking", actions: "setFile" } },
        },
        checking: {
          description: "The server reads the file and says what each text would do.",
          tags: "busy",
          meta: { heading: "translationFile.import.title", actions: [] },
          invoke: {
            id: "check",
            src: "check",
            input: ({ context }) => context.file as File,
            onDone: { target: "checked", actions: "setCheck" },
            onError: { target: "choosing", actions: "setProblem" },
          },
        },
        checked: {
          description: "Shows what each text would do; nothing is changed yet.",
          meta: { heading: "translationFile.import.title", actions: ["translationFile.again"] },
          on: {
            "import.pressed": { guard: "hasChange", target: "importing" },
            "again.pressed": { target: "choosing", actions: "clear" },
          },
        },
        importing: {
          description: "The server stores what is right; one that is refused stops no other.",
          tags: "busy",
          meta: { heading: "translationFile.import.title", actions: [] },
          invoke: {
            id: "import",
            src: "import",
            input: ({ context }) => context.file as File,
            onDone: { target: "done", actions: "setCheck" },
            onError: { target: "checked", actions: "setProblem" },
          },
        },
        done: {
          description: "Says what became of each text.",
          meta: { heading: "translationFile.import.title", actions: ["translationFile.again"] },
          on: { "again.pressed": { target: "choosing", actions: "clear" } },
        },
      },
    },
  },
})

export type TranslationFilesSnapshot = SnapshotFrom<typeof translationFilesMachine>
