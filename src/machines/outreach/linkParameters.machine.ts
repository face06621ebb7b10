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
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { LinkParameterValues, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"

export type LinkParametersEvent =
  | PageEvent
  | { readonly type: "add.pressed"; readonly template: Template }
  | { readonly type: "edit.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "move.pressed"; readonly parameter: SeenLinkParameter; readonly order: number }
  | { readonly type: "delete.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "draft.changed" }
  | { readonly type: "search.changed"; readonly search: string }

/** What a person may do to a parameter besides writing it. */
export type LinkVerb = "move" | "delete"

type Context = {
  readonly search: Search
  /** What the form opens with, then what it holds, for the preview. */
  readonly draft: LinkParameterValues | null
  /** The patients the preview is for, by name; no address holds it. */
  readonly searchText: string
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
const valuesOf = ({ order: _, ...values }: SeenLinkParameter, { link = "" }: Search): LinkParameterValues => ({
  ...values,
  temphashedId: link,
})
/** All parameters of a link are versions of its template. */
const seenIn = (
  { search: { link = "" } }: Context,
  { streamVersion }: { readonly streamVersion: number },
): SeenVersion => ({
  id: link,
  version: streamVersion,
})
const deletion = ({ key }: SeenLinkParameter): Question => ({
  title: "link.delete.title",
  text: [{ word: "link.delete.text", values: { key } }],
  confirm: "link.delete",
  cancel: "part.cancel",
  isDestructive: true,
})
type Pressed = Extract<LinkParametersEvent, { readonly type: `${LinkVerb}.pressed` }>
const commandOf = (context: Context, event: Pressed): CommandInput<LinkVerb, SeenLinkParameter> => {
  const seen = seenIn(context, event.parameter)
  return event.type === "move.pressed"
    ? { verb: verbOf(event), subject: { ...event.parameter, order: event.order }, seen }
    : { verb: verbOf(event), subject: event.parameter, question: deletion(event.parameter), seen }
}
const chosenParams = ({ link }: Search) => (link === undefined || link === "" ? null : { temphashedId: link })
const previewParams = ({ search, draft, searchText }: Context) => {
  const chosen = chosenParams(search)
  if (chosen === null) return null
  const text = searchText.trim()
  const drafted =
    draft === null ? {} : { draft: { primaryId: draft.primaryId, key: draft.key, value: draft.value, in: draft.in } }
  return { ...chosen, ...drafted, ...(text === "" ? {} : { search: text }) }
}

/**
 * `/sms?link=…`: the parameters of a template's link, added, changed, moved and
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
    setSearchText: assign(({ event }) => (event.type === "search.changed" ? { searchText: event.search } : {})),
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "linkParameters",
  context: ({ input }) => ({
    search: input.search,
    draft: null,
    searchText: "",
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
            "move.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
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
        acting: {
          description: "Moves a parameter, or leaves it out once that is confirmed.",
          meta: { heading: "link.title", actions: [] },
          invoke: {
            id: "command",
            src: "command",
            input: ({ context, event }) => commandOf(context, event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "browsing" },
              { target: "browsing", actions: ["setLast", "rereadTemplate", "rereadParameters", "refreshPreview"] },
            ],
          },
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
