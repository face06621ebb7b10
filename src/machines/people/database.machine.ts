import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { bulkMachine } from "#machines/session/bulk.machine.ts"
import { commandMachine, isCancelled, outputOf, type CommandInput } from "#machines/session/command.machine.ts"
import { formMachine } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { ImportId, noneOf } from "#schemas/ids.ts"
import type { Import } from "#schemas/people/import.ts"
import type { PreviewColumns } from "#schemas/people/importDetail.ts"
import type { DecideReply } from "#schemas/people/unclearReply.ts"
import type { Problem } from "#schemas/problem.ts"
import {
  draftOf,
  importParams,
  importsParams,
  listParams,
  patientParams,
  placeOf,
  previewParams,
  visitsParams,
} from "./databaseParams.ts"
import { mappingValues } from "./importSteps.ts"

/** A list file as the browser holds it; the chart passes it on and never looks inside. */
export type ListFile = File

export type DatabaseEvent =
  | PageEvent
  | { readonly type: "search.changed"; readonly search: string }
  | { readonly type: "file.chosen"; readonly file: ListFile }
  | { readonly type: "upload.cancelled" }
  | { readonly type: "map.pressed"; readonly import: Import }
  | { readonly type: "run.pressed"; readonly import: Import }
  | { readonly type: "cancel.pressed"; readonly import: Import }
  | { readonly type: "reply.decided"; readonly decided: DecideReply }
  | { readonly type: "rejections.pressed"; readonly import: Import }

type Context = {
  readonly search: Search
  /** Who is looked for: names and numbers stay out of the address (docs/architecture.md#personal-data), so the text is kept here. */
  readonly searchText: string
  /** The name of the file on its way. */
  readonly uploading: string | null
  /** The import being mapped or started. */
  readonly subject: Import | null
  /** Why the last upload or start was refused; stays after the toast has gone. */
  readonly refused: Problem | null
  /** How many steps of an import have ended here; the row of its steps takes the focus when it grows. */
  readonly stepsDone: number
  /** The columns as the open form has them, whose values are shown as they will be stored. */
  readonly draft: PreviewColumns | null
}

/** What is stored by now goes on changing while the question is open, so the page says it. */
const cancellationOf = ({ subject }: Context): CommandInput => ({
  verb: "cancel",
  subject,
  question: {
    title: "import.cancel.title",
    text: [],
    confirm: "import.cancel",
    cancel: "import.cancel.keep",
    isDestructive: true,
  },
})

/** `/database`: the company's patients, and the way of a list file from upload to import (docs/policy.md#imports). */
export const databaseMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as DatabaseEvent, tags: {} as "busy" },
  actors: {
    patients: readingMachine,
    bulk: bulkMachine,
    replies: readingMachine,
    lists: readingMachine,
    imports: readingMachine,
    import: readingMachine,
    list: readingMachine,
    visits: readingMachine,
    preview: readingMachine,
    upload: fromPromise<Import, ListFile>(unprovided),
    mapping: formMachine,
    run: fromPromise<Import, { readonly importId: ImportId; readonly streamVersion: number }>(unprovided),
    command: commandMachine,
    decide: fromPromise<DecideReply, DecideReply>(unprovided),
    download: fromPromise<string, { readonly importId: ImportId }>(unprovided),
  },
  guards: {
    /** A campaign brings replies, as people who write by themselves do, and booking visits. */
    changesRecords: ({ event }) =>
      event.type === "feed.changed" && ["campaign", "replies", "appointment"].includes(event.thing),
    isImport: ({ event }) => event.type === "feed.changed" && event.thing === "import",
    isCancelled,
    isElsewhere: ({ context }) => importParams(context.search)?.importId !== context.subject?.importId,
    namesImport: ({ context }) => placeOf(context) === "import",
    namesList: ({ context }) => placeOf(context) === "list",
    namesNothing: ({ context }) => placeOf(context) === "overview",
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    setSearch: assign(({ event }) => (event.type === "search.changed" ? { searchText: event.search } : {})),
    sendPatients: sendTo("patients", ({ context }) => ({
      type: "params.changed",
      params: patientParams(context),
    })),
    sendImports: sendTo("imports", ({ context }) => ({
      type: "params.changed",
      params: importsParams(context.search),
    })),
    sendImport: sendTo("import", ({ context }) => ({ type: "params.changed", params: importParams(context.search) })),
    sendList: sendTo("list", ({ context }) => ({ type: "params.changed", params: listParams(context.search) })),
    sendPreview: sendTo("preview", ({ context, event }) => ({
      type: "params.changed",
      params: previewParams(context.draft, event),
    })),
    sendDraft: sendTo("preview", ({ event }) => ({ type: "params.changed", params: draftOf(event) })),
    setDraft: assign(({ event }) => ({ draft: draftOf(event) })),
    clearDraft: assign({ draft: null }),
    refreshPatients: sendTo("patients", { type: "feed.changed" }),
    sendVisits: sendTo("visits", ({ context }) => ({ type: "params.changed", params: visitsParams(context.search) })),
    refreshVisits: sendTo("visits", { type: "feed.changed" }),
    refreshReplies: sendTo("replies", { type: "feed.changed" }),
    refreshLists: sendTo("lists", { type: "feed.changed" }),
    refreshImports: sendTo("imports", { type: "feed.changed" }),
    refreshImport: sendTo("import", { type: "feed.changed" }),
    refreshList: sendTo("list", { type: "feed.changed" }),
    rereadChosen: sendTo("import", { type: "refresh.pressed" }),
    setFile: assign(({ event }) => (event.type === "file.chosen" ? { uploading: event.file.name, refused: null } : {})),
    /** The address follows; the page shows the import at once. */
    openUploaded: assign(({ event }) => {
      const subject = (event as unknown as { readonly output: Import }).output
      return { subject, uploading: null, search: { tab: "imports", import: String(subject.importId) } }
    }),
    endStep: assign(({ context, event }) => ({
      subject: (event as unknown as { readonly output: Import }).output,
      stepsDone: context.stepsDone + 1,
    })),
    endCommand: assign(({ context, event }) => {
      const { problem, answer } = outputOf({ event })
      return problem === null ? { subject: answer as Import, stepsDone: context.stepsDone + 1 } : { refused: problem }
    }),
    endMapping: assign(({ context, event }) => {
      const { value } = (event as unknown as { readonly output: { readonly value: unknown } }).output
      return { subject: (value as Import | null) ?? context.subject, stepsDone: context.stepsDone + 1, draft: null }
    }),
    setSubject: assign(({ event }) => ("import" in event ? { subject: event.import, refused: null } : {})),
    setRefusal: assign(({ event }) => ({
      refused: problemOf(event),
      uploading: null,
    })),
    clearUpload: assign({ uploading: null }),
    showImport: () => undefined,
  },
  delays: { typingPause: 300 },
}).createMachine({
  id: "database",
  context: ({ input }) => ({
    search: input.search,
    searchText: "",
    uploading: null,
    subject: null,
    refused: null,
    stepsDone: 0,
    draft: null,
  }),
  invoke: [
    { id: "patients", src: "patients", input: ({ context }) => ({ params: patientParams(context) }) },
    // Who is chosen stays chosen while others are looked for.
    { id: "bulk", src: "bulk", input: { params: {} } },
    { id: "replies", src: "replies", input: { params: {} } },
    { id: "lists", src: "lists", input: { params: {} } },
    { id: "imports", src: "imports", input: ({ context }) => ({ params: importsParams(context.search) }) },
    {
      id: "import",
      src: "import",
      input: ({ context }) => ({ params: importParams(context.search), keepPreviousData: false }),
      onSnapshot: { actions: "sendPreview" },
    },
    {
      id: "list",
      src: "list",
      input: ({ context }) => ({ params: listParams(context.search), keepPreviousData: false }),
    },
    {
      id: "visits",
      src: "visits",
      input: ({ context }) => ({ params: visitsParams(context.search), keepPreviousData: false }),
    },
    { id: "preview", src: "preview", input: { params: null } },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendPatients", "sendImports", "sendImport", "sendList", "sendVisits"] },
    "feed.changed": [
      {
        guard: "isImport",
        actions: ["refreshImports", "refreshImport", "refreshPatients", "refreshLists", "refreshList"],
      },
      { guard: "changesRecords", actions: ["refreshReplies", "refreshVisits"] },
    ],
  },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: all lists, or the import or list that the address names.",
      initial: "overview",
      states: {
        overview: {
          description: "Looks at patients, lists and imports.",
          meta: { heading: "database.title" },
          always: [
            { guard: "namesImport", target: "import" },
            { guard: "namesList", target: "list" },
          ],
        },
        import: {
          description: "Looks at one import alone: its columns, what it will do, what it did.",
          meta: { actions: ["database.title"] },
          always: [
            { guard: "namesNothing", target: "overview" },
            { guard: "namesList", target: "list" },
          ],
        },
        list: {
          description: "Looks at one list alone: its people and the imports that filled it.",
          meta: { actions: ["database.title"] },
          always: [
            { guard: "namesNothing", target: "overview" },
            { guard: "namesImport", target: "import" },
          ],
        },
      },
    },
    looking: {
      description: "The search among the patients.",
      initial: "listing",
      on: { "search.changed": { target: ".typing", actions: "setSearch" } },
      states: {
        listing: { description: "The list shows the patients who were looked for." },
        typing: {
          description: "Waits for a pause in typing before it looks.",
          after: { typingPause: { target: "listing", actions: "sendPatients" } },
        },
      },
    },
    working: {
      description: "What is done with a list file.",
      initial: "browsing",
      states: {
        browsing: {
          description: "Looks at patients, lists and imports.",
          on: {
            "file.chosen": { target: "uploading", actions: "setFile" },
            "map.pressed": { target: "mapping", actions: "setSubject" },
            "run.pressed": { target: "starting", actions: "setSubject" },
            "cancel.pressed": { target: "acting", actions: "setSubject" },
            "reply.decided": "deciding",
            "rejections.pressed": { target: "downloading", actions: "setSubject" },
          },
        },
        uploading: {
          description: "The file is on its way to the server.",
          meta: { actions: ["database.upload.cancel"] },
          tags: "busy",
          on: { "upload.cancelled": { target: "browsing", actions: "clearUpload" } },
          invoke: {
            id: "upload",
            src: "upload",
            input: ({ event }) => (event as { readonly file: ListFile }).file,
            onDone: { target: "mapping", actions: ["openUploaded", "sendImport", "refreshImports", "showImport"] },
            onError: { target: "browsing", actions: "setRefusal" },
          },
        },
        mapping: {
          description: "The person says what each column of the file is.",
          meta: { heading: "import.mapping", actions: ["import.check", "part.cancel"] },
          always: { guard: "isElsewhere", target: "browsing", actions: "clearDraft" },
          invoke: {
            id: "mapping",
            src: "mapping",
            input: ({ context }) => ({ values: mappingValues(context.subject), isGuarded: false }),
            onSnapshot: { actions: ["setDraft", "sendDraft"] },
            onDone: { target: "browsing", actions: ["endMapping", "refreshImports", "rereadChosen"] },
          },
        },
        starting: {
          description: "The import of the valid rows is being started.",
          tags: "busy",
          invoke: {
            id: "run",
            src: "run",
            input: ({ context: { subject } }) => ({
              importId: subject?.importId ?? noneOf(ImportId),
              streamVersion: subject?.streamVersion ?? 0,
            }),
            onDone: { target: "browsing", actions: ["endStep", "refreshImports", "rereadChosen"] },
            onError: { target: "browsing", actions: ["setRefusal", "rereadChosen"] },
          },
        },
        acting: {
          description: "Stops the import where it stands, once that is confirmed.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ context }) => cancellationOf(context),
            onDone: [
              { guard: "isCancelled", target: "browsing" },
              { target: "browsing", actions: ["endCommand", "rereadChosen", "refreshImports", "refreshLists"] },
            ],
          },
        },
        deciding: {
          description: "Someone’s decision about a reply is being kept.",
          tags: "busy",
          invoke: {
            id: "decide",
            src: "decide",
            input: ({ event }) => (event as { readonly decided: DecideReply }).decided,
            onDone: { target: "browsing", actions: ["refreshReplies", "refreshPatients"] },
            onError: { target: "browsing", actions: ["setRefusal", "refreshReplies"] },
          },
        },
        downloading: {
          description: "The file of rejected rows is being fetched.",
          tags: "busy",
          invoke: {
            id: "download",
            src: "download",
            input: ({ context }) => ({ importId: context.subject?.importId ?? noneOf(ImportId) }),
            onDone: "browsing",
            onError: "browsing",
          },
        },
      },
    },
  },
})

export type DatabaseSnapshot = SnapshotFrom<typeof databaseMachine>

/** How many steps of this import have ended here. */
export const stepsDoneOf = ({ context: { subject, stepsDone } }: DatabaseSnapshot, importId: ImportId | undefined) =>
  subject?.importId === importId ? stepsDone : 0
