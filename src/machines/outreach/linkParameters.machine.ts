import { assign, fromPromise, raise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { LinkParameterValues, SeenLinkParameter } from "#schemas/outreach/linkParameter.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

export type LinkParametersEvent =
  | PageEvent
  | { readonly type: "add.pressed"; readonly template: Template }
  | { readonly type: "edit.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "move.pressed"; readonly parameter: SeenLinkParameter; readonly order: number }
  | { readonly type: "delete.pressed"; readonly parameter: SeenLinkParameter }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "cancel.pressed" }
  | { readonly type: "draft.changed" }
  | { readonly type: "search.changed"; readonly search: string }

type Context = {
  readonly search: Search
  /** The parameter an action is about; null while a new one is written. */
  readonly subject: SeenLinkParameter | null
  /** The place in the order it goes to. */
  readonly order: number
  /** What the form opens with, then what it holds, for the preview. */
  readonly draft: LinkParameterValues | null
  /** Whom the preview is sought for; no address holds it. */
  readonly sought: string
  /** Why the last action was refused; stays after the toast has gone. */
  readonly refused: Problem | null
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
/** Actions only begin with a parameter at hand. */
const subjectOf = ({ subject }: Context): SeenLinkParameter => subject as SeenLinkParameter
const chosenParams = ({ link }: Search) => (link === undefined || link === "" ? null : { temphashedId: link })
const previewParams = ({ search, draft, sought }: Context) => {
  const chosen = chosenParams(search)
  if (chosen === null) return null
  const text = sought.trim()
  const drafted =
    draft === null ? {} : { draft: { primaryId: draft.primaryId, key: draft.key, value: draft.value, in: draft.in } }
  return { ...chosen, ...drafted, ...(text === "" ? {} : { search: text }) }
}

/**
 * `/sms?link=…`: the parameters of a template's link, added, changed, moved and
 * deleted, while the preview shows the link as patients will get it.
 */
export const linkParametersMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as LinkParametersEvent, tags: {} as "busy" },
  actors: {
    template: readingMachine,
    parameters: readingMachine,
    preview: readingMachine,
    form: formMachine,
    move: fromPromise<void, SeenLinkParameter>(unprovided),
    remove: fromPromise<void, SeenLinkParameter>(unprovided),
  },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    changesDraft: ({ context, event }) => JSON.stringify(fieldsOf(event)) !== JSON.stringify(context.draft),
    isLeft,
  },
  actions: {
    takeUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search } : {})),
    tellTemplate: sendTo("template", ({ context }) => ({
      type: "params.changed",
      params: chosenParams(context.search),
    })),
    tellParameters: sendTo("parameters", ({ context }) => ({
      type: "params.changed",
      params: chosenParams(context.search),
    })),
    tellPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: previewParams(context) })),
    refreshTemplate: sendTo("template", { type: "feed.changed" }),
    refreshParameters: sendTo("parameters", { type: "feed.changed" }),
    // At once: what is done next must not be decided on the version before.
    rereadTemplate: sendTo("template", { type: "refresh.pressed" }),
    rereadParameters: sendTo("parameters", { type: "refresh.pressed" }),
    refreshPreview: sendTo("preview", { type: "feed.changed" }),
    takeSubject: assign(({ event }) => ({
      subject: "parameter" in event ? event.parameter : null,
      order: "order" in event ? event.order : 0,
      refused: null,
    })),
    openForm: assign(({ context, event }) => {
      if (event.type !== "add.pressed" && event.type !== "edit.pressed") return {}
      return {
        draft: event.type === "add.pressed" ? newParameter(event.template) : valuesOf(event.parameter, context.search),
      }
    }),
    takeDraft: assign(({ event }) => ({ draft: fieldsOf(event) })),
    tellDraft: raise({ type: "draft.changed" }),
    forgetDraft: assign({ draft: null }),
    takeSought: assign(({ event }) => (event.type === "search.changed" ? { sought: event.search } : {})),
    takeProblem: assign(({ event }) => ({ refused: problemOf(event) })),
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "linkParameters",
  context: ({ input }) => ({
    search: input.search,
    subject: null,
    order: 0,
    draft: null,
    sought: "",
    refused: null,
  }),
  invoke: [
    { id: "template", src: "template", input: ({ context }) => ({ params: chosenParams(context.search) }) },
    { id: "parameters", src: "parameters", input: ({ context }) => ({ params: chosenParams(context.search) }) },
    { id: "preview", src: "preview", input: ({ context }) => ({ params: previewParams(context) }) },
  ],
  on: {
    "url.changed": { actions: ["takeUrl", "tellTemplate", "tellParameters", "tellPreview"] },
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
            "add.pressed": { target: "writing", actions: ["takeSubject", "openForm"] },
            "edit.pressed": { target: "writing", actions: ["takeSubject", "openForm"] },
            "move.pressed": { target: "moving", actions: "takeSubject" },
            "delete.pressed": { target: "confirmingDelete", actions: "takeSubject" },
          },
        },
        writing: {
          description: "Writes a parameter; the preview follows.",
          meta: { heading: "link.title", actions: ["link.save", "part.cancel"] },
          invoke: {
            id: "form",
            src: "form",
            input: ({ context }) => ({ values: { ...context.draft } }),
            onSnapshot: { guard: "changesDraft", actions: ["takeDraft", "tellDraft"] },
            onDone: [
              { guard: "isLeft", target: "left" },
              {
                target: "browsing",
                actions: ["forgetDraft", "tellPreview", "rereadTemplate", "rereadParameters", "refreshPreview"],
              },
            ],
          },
        },
        left: { type: "final", description: "The person goes on; the page ends with it." },
        moving: {
          description: "The parameter goes to another place in the order.",
          tags: "busy",
          meta: { heading: "link.title", actions: [] },
          invoke: {
            id: "move",
            src: "move",
            input: ({ context }) => ({ ...subjectOf(context), order: context.order }),
            onDone: { target: "browsing", actions: ["rereadTemplate", "rereadParameters", "refreshPreview"] },
            onError: {
              target: "browsing",
              actions: ["takeProblem", "rereadTemplate", "rereadParameters", "refreshPreview"],
            },
          },
        },
        confirmingDelete: {
          description: "Asks whether the parameter shall be left out.",
          meta: { heading: "link.delete.title", actions: ["link.delete", "part.cancel"] },
          on: { "confirm.pressed": "deleting", "cancel.pressed": "browsing" },
        },
        deleting: {
          description: "The parameter is being left out of the next draft.",
          tags: "busy",
          meta: { heading: "link.delete.title", actions: [] },
          invoke: {
            id: "remove",
            src: "remove",
            input: ({ context }) => subjectOf(context),
            onDone: { target: "browsing", actions: ["rereadTemplate", "rereadParameters", "refreshPreview"] },
            onError: {
              target: "browsing",
              actions: ["takeProblem", "rereadTemplate", "rereadParameters", "refreshPreview"],
            },
          },
        },
      },
    },
    preview: {
      description: "The link as patients will get it.",
      initial: "settled",
      on: {
        "draft.changed": ".pausing",
        "search.changed": { target: ".pausing", actions: "takeSought" },
      },
      states: {
        settled: { description: "The preview belongs to what is on the screen." },
        pausing: {
          description: "Waits for a pause in typing.",
          after: { typingPause: { target: "settled", actions: "tellPreview" } },
        },
      },
    },
  },
})

export type LinkParametersSnapshot = SnapshotFrom<typeof linkParametersMachine>
