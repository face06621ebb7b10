import { assign, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import {
  commandMachine,
  isCancelled,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
  type Question,
  type SeenVersion,
} from "#machines/session/command.machine.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import { idIn, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { LinkMove, LinkParameterValues, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"

export type LinkParametersEvent =
  | PageEvent
  | { readonly type: "add.pressed"; readonly template: Template }
  | { readonly type: "edit.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "move.pressed"; readonly parameter: SeenLinkParameter; readonly by: LinkMove["by"] }
  | { readonly type: "delete.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "draft.changed" }
  | { readonly type: "row.moved" }
  | { readonly type: "search.changed"; readonly search: string }

/** What a person may do to a parameter besides writing it. */
export type LinkVerb = "move" | "delete"

type Context = {
  readonly search: Search
  /** What the form opens with, then what it holds, for the preview. */
  readonly draft: LinkParameterValues | null
  /** The patients the preview is for, by name; no address holds it. */
  readonly searchText: string
  /** The move that is under way, and those that were pressed meanwhile. */
  readonly moves: ReadonlyArray<LinkMove>
  /** The move that was made a moment ago: another row stands under the pointer since. */
  readonly moved: LinkMove | null
  /** What was done last: why it was refused stays after the toast has gone. */
  readonly last: Pick<CommandOutput, "outcome" | "problem" | "seen"> | null
}

const fieldsOf = (event: unknown): LinkParameterValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as LinkParameterValues
/** A new parameter of the template, as its form opens with it. */
const newParameter = ({ hashedId, templateId, streamVersion }: Template): LinkParameterValues => ({
  temphashedId: hashedId,
  templateId,
  streamVersion,
  primaryId: 0,
  key: "",
  value: "",
  in: "query",
})
/** A parameter as its form opens with it. */
const valuesOf = ({ order: _, ...values }: SeenLinkParameter, search: Search): LinkParameterValues => ({
  ...values,
  temphashedId: idIn(search) ?? "",
})
/** All parameters of a link are versions of its template. */
const seenIn = ({ search }: Context, { streamVersion }: { readonly streamVersion: number }): SeenVersion => ({
  id: idIn(search) ?? "",
  version: streamVersion,
})
const deletion = ({ key }: SeenLinkParameter): Question => ({
  title: "link.delete.title",
  text: [{ word: "link.delete.text", values: { key } }],
  confirm: "link.delete",
  cancel: "part.cancel",
  isDestructive: true,
})
type Pressed<Verb extends LinkVerb> = Extract<LinkParametersEvent, { readonly type: `${Verb}.pressed` }>
const deletionOf = (context: Context, event: Pressed<"delete">): CommandInput<LinkVerb, SeenLinkParameter> => ({
  verb: verbOf(event),
  subject: event.parameter,
  question: deletion(event.parameter),
  seen: seenIn(context, event.parameter),
})
const moveOf = (context: Context): CommandInput<LinkVerb, LinkMove> => {
  // A press put it there.
  const subject = context.moves[0] as LinkMove
  return { verb: "move", subject, seen: seenIn(context, subject) }
}
const chosenParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { temphashedId: id }
}
/** Who presses again where a row went from means the row that they moved, and not the one that came there. */
const isOnceMore = ({ moved }: Context, { parameter, by }: Pressed<"move">): boolean =>
  moved !== null &&
  parameter.primaryId !== moved.primaryId &&
  parameter.order === moved.order &&
  by === moved.by &&
  parameter.streamVersion > moved.streamVersion
const previewParams = ({ search, draft, searchText }: Context) => {
  const chosen = chosenParams(search)
  if (chosen === null) return null
  const text = searchText.trim()
  const drafted =
    draft === null ? {} : { draft: { primaryId: draft.primaryId, key: draft.key, value: draft.value, in: draft.in } }
  return { ...chosen, ...drafted, ...(text === "" ? {} : { search: text }) }
}

/**
 * `/sms?id=…&tab=link`: the parameters of a template's link, added, changed, moved and
 * deleted, while the preview shows the link as patients will get it.
 */
export const linkParametersMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as LinkParametersEvent },
  actors: {
    template: readingMachine,
    parameters: readingMachine,
    preview: readingMachine,
    form: formMachine,
    command: commandMachine,
  },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    changesDraft: ({ context, event }) => JSON.stringify(fieldsOf(event)) !== JSON.stringify(context.draft),
    isLeft,
    isCancelled,
    isOnceMore: ({ context, event }) => event.type === "move.pressed" && isOnceMore(context, event),
    hasNext: ({ context, event }) => outputOf({ event }).outcome === "done" && context.moves.length > 1,
    isNewest: ({ context, event }) => {
      if ("template" in event) return !isOutdated(context.last, seenIn(context, event.template))
      return "parameter" in event && !isOutdated(context.last, seenIn(context, event.parameter))
    },
  },
  actions: {
    setUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    sendTemplate: sendTo("template", ({ context }) => ({
      type: "params.changed",
      params: chosenParams(context.search),
    })),
    sendParameters: sendTo("parameters", ({ context }) => ({
      type: "params.changed",
      params: chosenParams(context.search),
    })),
    sendPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: previewParams(context) })),
    refreshTemplate: sendTo("template", { type: "feed.changed" }),
    refreshParameters: sendTo("parameters", { type: "feed.changed" }),
    // At once: what is done next must not be decided on the version before.
    rereadTemplate: sendTo("template", { type: "refresh.pressed" }),
    rereadParameters: sendTo("parameters", { type: "refresh.pressed" }),
    refreshPreview: sendTo("preview", { type: "feed.changed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf({ event }) })),
    /** A saved form has changed the template as a command does. */
    setSaved: assign(({ context, event }) => {
      const { discarded } = (event as unknown as { readonly output: { readonly discarded: boolean } }).output
      return discarded || context.draft === null
        ? {}
        : { last: { outcome: "done" as const, problem: null, seen: seenIn(context, context.draft) } }
    }),
    openForm: assign(({ context, event }) => {
      if (event.type !== "add.pressed" && event.type !== "edit.pressed") return {}
      return {
        draft: event.type === "add.pressed" ? newParameter(event.template) : valuesOf(event.parameter, context.search),
      }
    }),
    setDraft: assign(({ event }) => ({ draft: fieldsOf(event) })),
    sendDraft: raise({ type: "draft.changed" }),
    clearDraft: assign({ draft: null }),
    /** A row that is shown as it was before the person's own last move is read again first. */
    queueMove: assign(({ context, event }) => {
      if (event.type !== "move.pressed") return {}
      const { parameter, by } = event
      const isLate = context.moves.length > 0 || isOutdated(context.last, seenIn(context, parameter))
      return { moves: [...context.moves, { ...parameter, by, readFirst: isLate ? idIn(context.search) : null }] }
    }),
    queueMoved: assign(({ context: { moves, moved, search } }) =>
      moved === null ? {} : { moves: [...moves, { ...moved, readFirst: idIn(search) }] },
    ),
    /** A move that read the rows first says itself which are outdated now. */
    setLastMove: assign(({ context, event }) => {
      const { answer, ...output } = outputOf({ event })
      if (output.outcome !== "done" || typeof answer !== "number") return { last: output }
      return { last: { ...output, seen: seenIn(context, { streamVersion: answer - 1 }) } }
    }),
    nextMove: assign(({ context }) => ({ moves: context.moves.slice(1) })),
    endMoves: assign(({ context, event }) => {
      const done = outputOf({ event }).outcome === "done"
      return { moves: [], moved: done ? (context.moves[0] ?? null) : null }
    }),
    sendMoved: raise({ type: "row.moved" }),
    clearMoved: assign({ moved: null }),
    setSearchText: assign(({ event }) => (event.type === "search.changed" ? { searchText: event.search } : {})),
  },
  delays: { typingPause: 600, secondPress: 1_000 },
}).createMachine({
  id: "linkParameters",
  context: ({ input }) => ({
    search: input.search,
    draft: null,
    searchText: "",
    moves: [],
    moved: null,
    last: null,
  }),
  invoke: [
    { id: "template", src: "template", input: ({ context }) => ({ params: chosenParams(context.search) }) },
    { id: "parameters", src: "parameters", input: ({ context }) => ({ params: chosenParams(context.search) }) },
    { id: "preview", src: "preview", input: ({ context }) => ({ params: previewParams(context) }) },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendTemplate", "sendParameters", "sendPreview"] },
    "feed.changed": { guard: "isTemplate", actions: ["refreshTemplate", "refreshParameters", "refreshPreview"] },
  },
  type: "parallel",
  states: {
    doing: {
      description: "What the person does to the parameters.",
      initial: "browsing",
      states: {
        browsing: {
          description: "Looks at the parameters in their order.",
          meta: { heading: "link.title", actions: ["link.add"] },
          on: {
            "add.pressed": { guard: "isNewest", target: "writing", actions: ["clearLast", "openForm"] },
            "edit.pressed": { guard: "isNewest", target: "writing", actions: ["clearLast", "openForm"] },
            "move.pressed": [
              { guard: "isOnceMore", target: "moving", actions: ["queueMoved", "clearLast"] },
              { target: "moving", actions: ["queueMove", "clearLast"] },
            ],
            "delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        writing: {
          description: "Writes a parameter; the preview follows.",
          meta: { heading: "link.title", actions: ["link.save", "part.cancel"] },
          invoke: {
            id: "form",
            src: "form",
            input: ({ context }) => ({ values: { ...context.draft } }),
            onSnapshot: { guard: "changesDraft", actions: ["setDraft", "sendDraft"] },
            onDone: [
              { guard: "isLeft", target: "left" },
              {
                target: "browsing",
                actions: [
                  "setSaved",
                  "clearDraft",
                  "sendPreview",
                  "rereadTemplate",
                  "rereadParameters",
                  "refreshPreview",
                ],
              },
            ],
          },
        },
        left: { type: "final", description: "The person goes on; the page ends with it." },
        moving: {
          description: "Moves a parameter; a press meanwhile waits, and moves the row it was on.",
          meta: { heading: "link.title", actions: [] },
          on: { "move.pressed": { actions: "queueMove" } },
          invoke: {
            id: "command",
            src: "command",
            input: ({ context }) => moveOf(context),
            onDone: [
              { guard: "hasNext", target: "moving", reenter: true, actions: ["setLastMove", "nextMove"] },
              {
                target: "browsing",
                actions: [
                  "setLastMove",
                  "endMoves",
                  "sendMoved",
                  "rereadTemplate",
                  "rereadParameters",
                  "refreshPreview",
                ],
              },
            ],
          },
        },
        acting: {
          description: "Leaves a parameter out, once that is confirmed.",
          meta: { heading: "link.title", actions: [] },
          invoke: {
            id: "command",
            src: "command",
            input: ({ context, event }) => deletionOf(context, event as Pressed<"delete">),
            onDone: [
              { guard: "isCancelled", target: "browsing" },
              { target: "browsing", actions: ["setLast", "rereadTemplate", "rereadParameters", "refreshPreview"] },
            ],
          },
        },
      },
    },
    pointer: {
      description: "Whether another row has just come under the pointer, by a move.",
      initial: "resting",
      on: { "row.moved": { target: ".onNeighbour" } },
      states: {
        resting: { description: "A press means the row that it is on." },
        onNeighbour: {
          description: "A press once more, where the row went from, means the row that was moved.",
          after: { secondPress: { target: "resting", actions: "clearMoved" } },
        },
      },
    },
    preview: {
      description: "The link as patients will get it.",
      initial: "settled",
      on: {
        "draft.changed": ".pausing",
        "search.changed": { target: ".pausing", actions: "setSearchText" },
      },
      states: {
        settled: { description: "The preview belongs to what is on the screen." },
        pausing: {
          description: "Waits for a pause in typing.",
          after: { typingPause: { target: "settled", actions: "sendPreview" } },
        },
      },
    },
  },
})

export type LinkParametersSnapshot = SnapshotFrom<typeof linkParametersMachine>

/** Whether something of the template is shown as it was before the person's own last change; the next one waits until it is read again. */
export const isLinkOutdated = (
  { context }: LinkParametersSnapshot,
  shown: { readonly streamVersion: number },
): boolean => isOutdated(context.last, seenIn(context, shown))
