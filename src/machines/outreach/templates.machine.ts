import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { Template } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

export type TemplatesEvent =
  | PageEvent
  | { readonly type: "publish.pressed"; readonly template: Template }
  | { readonly type: "delete.pressed"; readonly template: Template }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "cancel.pressed" }

type Context = {
  readonly search: Search
  /** The template an action is about. */
  readonly subject: Template | null
  /** Why the last action was refused; stays in the side panel after the toast has gone. */
  readonly refused: {
    readonly templateId: number
    readonly action: "publish" | "delete"
    readonly problem: Problem
  } | null
}

const unprovided = (): Promise<never> => Promise.reject(new Error("The actor of this chart was not provided."))
const listParams = ({ search }: Search) => (search === undefined || search === "" ? {} : { search })
const chosenParams = ({ id }: Search) => (id === undefined || !/^\d{1,9}$/.test(id) ? null : { templateId: Number(id) })
const refusal = (action: "publish" | "delete", { subject }: Context, event: unknown) => ({
  refused:
    subject === null
      ? null
      : { templateId: subject.templateId, action, problem: (event as { readonly error: Problem }).error },
})

/** `/sms`: the list of templates, the chosen one in the side panel, publishing and deleting (spec §7). */
export const templatesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TemplatesEvent, tags: {} as "busy" },
  actors: {
    templates: readingMachine,
    template: readingMachine,
    publish: fromPromise<void, { readonly templateId: number; readonly name: string }>(unprovided),
    remove: fromPromise<void, { readonly templateId: number; readonly name: string }>(unprovided),
  },
  guards: { isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template" },
  actions: {
    takeUrl: assign(({ event }) => (event.type === "url.changed" ? { search: event.search, refused: null } : {})),
    tellList: sendTo("templates", ({ context }) => ({ type: "params.changed", params: listParams(context.search) })),
    tellChosen: sendTo("template", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    refreshList: sendTo("templates", { type: "feed.changed" }),
    refreshChosen: sendTo("template", { type: "feed.changed" }),
    takeSubject: assign(({ event }) =>
      event.type === "publish.pressed" || event.type === "delete.pressed"
        ? { subject: event.template, refused: null }
        : {},
    ),
    takePublishProblem: assign(({ context, event }) => refusal("publish", context, event)),
    takeDeleteProblem: assign(({ context, event }) => refusal("delete", context, event)),
    closePanel: () => undefined,
  },
}).createMachine({
  id: "templates",
  context: ({ input }) => ({ search: input.search, subject: null, refused: null }),
  invoke: [
    { id: "templates", src: "templates", input: ({ context }) => ({ params: listParams(context.search) }) },
    {
      id: "template",
      src: "template",
      input: ({ context }) => ({ params: chosenParams(context.search), keeps: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["takeUrl", "tellList", "tellChosen"] },
    "feed.changed": { guard: "isTemplate", actions: ["refreshList", "refreshChosen"] },
  },
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks through the templates; one may be open beside the list.",
      meta: { heading: "templates.title", actions: ["templates.new"] },
      on: {
        "publish.pressed": { target: "confirmingPublish", actions: "takeSubject" },
        "delete.pressed": { target: "confirmingDelete", actions: "takeSubject" },
      },
    },
    confirmingPublish: {
      description: "Asks whether new campaigns shall use this version.",
      meta: { heading: "template.publish.title", actions: ["template.publish", "part.cancel"] },
      on: { "confirm.pressed": "publishing", "cancel.pressed": "browsing" },
    },
    publishing: {
      description: "The version is being published.",
      tags: "busy",
      meta: { heading: "template.publish.title", actions: [] },
      invoke: {
        id: "publish",
        src: "publish",
        input: ({ context }) => ({ templateId: context.subject?.templateId ?? 0, name: context.subject?.name ?? "" }),
        onDone: { target: "browsing", actions: ["refreshList", "refreshChosen"] },
        onError: { target: "browsing", actions: ["takePublishProblem", "refreshList", "refreshChosen"] },
      },
    },
    confirmingDelete: {
      description: "Asks whether the template shall go for good.",
      meta: { heading: "template.delete.title", actions: ["template.delete", "part.cancel"] },
      on: { "confirm.pressed": "deleting", "cancel.pressed": "browsing" },
    },
    deleting: {
      description: "The template is being deleted.",
      tags: "busy",
      meta: { heading: "template.delete.title", actions: [] },
      invoke: {
        id: "remove",
        src: "remove",
        input: ({ context }) => ({ templateId: context.subject?.templateId ?? 0, name: context.subject?.name ?? "" }),
        onDone: { target: "browsing", actions: ["closePanel", "refreshList"] },
        onError: { target: "browsing", actions: ["takeDeleteProblem", "refreshList", "refreshChosen"] },
      },
    },
  },
})

export type TemplatesSnapshot = SnapshotFrom<typeof templatesMachine>
