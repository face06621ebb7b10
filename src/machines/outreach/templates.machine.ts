import { assign, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { listParams, type PageEvent, type PageInput, type Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { templateList, type Template } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"

/** What a person may do to a template beside writing it, in the order of the buttons. */
export type TemplateVerb = "publish" | "retire" | "delete"

export type TemplatesEvent =
  | PageEvent
  | { readonly type: `${TemplateVerb}.pressed`; readonly template: Template }
  | { readonly type: "confirm.pressed" }
  | { readonly type: "cancel.pressed" }

type Context = {
  readonly search: Search
  /** The template an action is about. */
  readonly subject: Template | null
  /** Why the last action was refused; stays in the side panel after the toast has gone. */
  readonly refused: {
    readonly templateId: number
    readonly action: TemplateVerb
    readonly problem: Problem
  } | null
}

const number = (text: string | undefined) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
/** Under `/global` another company's templates may be looked at. */
const templatesParams = (search: Search) => {
  const companyId = number(search["company"])
  return { ...listParams(search, templateList), ...(companyId === undefined ? {} : { companyId }) }
}
const companiesParams = ({ section }: Search) => (section === "templates" ? {} : null)
const chosenParams = ({ id }: Search) => (id === undefined || id === "" ? null : { temphashedId: id })
/** A template's events are read while they are looked at. */
const versionsParams = (search: Search) => (search["tab"] === "history" ? chosenParams(search) : null)
/** Actions only begin with a template at hand. */
const subjectOf = ({ subject }: Context): Template => subject as Template
const act = fromPromise<void, Template>(unprovided)
const refusal = (action: TemplateVerb, { subject }: Context, event: unknown) => ({
  refused: subject === null ? null : { templateId: subject.templateId, action, problem: problemOf(event) },
})

/** `/sms`: the list of templates, the chosen one in the side panel; publishing, retiring and deleting (docs/policy.md#templates). */
export const templatesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TemplatesEvent, tags: {} as "busy" },
  actors: {
    templates: readingMachine,
    template: readingMachine,
    versions: readingMachine,
    use: readingMachine,
    companies: readingMachine,
    publish: act,
    retire: act,
    remove: act,
  },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
  },
  actions: {
    takeUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, refused: event.search["id"] === context.search["id"] ? context.refused : null }
        : {},
    ),
    tellList: sendTo("templates", ({ context }) => ({
      type: "params.changed",
      params: templatesParams(context.search),
    })),
    tellChosen: sendTo("template", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    tellVersions: sendTo("versions", ({ context }) => ({
      type: "params.changed",
      params: versionsParams(context.search),
    })),
    tellUse: sendTo("use", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    refreshList: sendTo("templates", { type: "feed.changed" }),
    refreshChosen: sendTo("template", { type: "feed.changed" }),
    refreshVersions: sendTo("versions", { type: "feed.changed" }),
    refreshUse: sendTo("use", { type: "feed.changed" }),
    takeSubject: assign(({ event }) => ("template" in event ? { subject: event.template, refused: null } : {})),
    takePublishProblem: assign(({ context, event }) => refusal("publish", context, event)),
    takeRetireProblem: assign(({ context, event }) => refusal("retire", context, event)),
    takeDeleteProblem: assign(({ context, event }) => refusal("delete", context, event)),
    closePanel: () => undefined,
  },
}).createMachine({
  id: "templates",
  context: ({ input }) => ({ search: input.search, subject: null, refused: null }),
  invoke: [
    { id: "templates", src: "templates", input: ({ context }) => ({ params: templatesParams(context.search) }) },
    {
      id: "template",
      src: "template",
      input: ({ context }) => ({ params: chosenParams(context.search), keeps: false }),
    },
    {
      id: "versions",
      src: "versions",
      input: ({ context }) => ({ params: versionsParams(context.search), keeps: false }),
    },
    { id: "use", src: "use", input: ({ context }) => ({ params: chosenParams(context.search), keeps: false }) },
    { id: "companies", src: "companies", input: ({ context }) => ({ params: companiesParams(context.search) }) },
  ],
  on: {
    "url.changed": { actions: ["takeUrl", "tellList", "tellChosen", "tellVersions", "tellUse"] },
    "feed.changed": [
      { guard: "isTemplate", actions: ["refreshList", "refreshChosen", "refreshVersions"] },
      { guard: "isCampaign", actions: "refreshUse" },
    ],
  },
  initial: "browsing",
  states: {
    browsing: {
      description: "Looks through the templates; one may be open beside the list.",
      meta: { heading: "templates.title", actions: ["templates.new"] },
      on: {
        "publish.pressed": { target: "confirmingPublish", actions: "takeSubject" },
        "retire.pressed": { target: "confirmingRetire", actions: "takeSubject" },
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
        input: ({ context }) => subjectOf(context),
        onDone: { target: "browsing", actions: ["refreshList", "refreshChosen", "refreshVersions"] },
        onError: {
          target: "browsing",
          actions: ["takePublishProblem", "refreshList", "refreshChosen", "refreshVersions"],
        },
      },
    },
    confirmingRetire: {
      description: "Asks whether new campaigns shall no longer use the template.",
      meta: { heading: "template.retire.title", actions: ["template.retire", "part.cancel"] },
      on: { "confirm.pressed": "retiring", "cancel.pressed": "browsing" },
    },
    retiring: {
      description: "The template is being retired.",
      tags: "busy",
      meta: { heading: "template.retire.title", actions: [] },
      invoke: {
        id: "retire",
        src: "retire",
        input: ({ context }) => subjectOf(context),
        onDone: { target: "browsing", actions: ["refreshList", "refreshChosen", "refreshVersions"] },
        onError: {
          target: "browsing",
          actions: ["takeRetireProblem", "refreshList", "refreshChosen", "refreshVersions"],
        },
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
        input: ({ context }) => subjectOf(context),
        onDone: { target: "browsing", actions: ["closePanel", "refreshList"] },
        onError: {
          target: "browsing",
          actions: ["takeDeleteProblem", "refreshList", "refreshChosen", "refreshVersions"],
        },
      },
    },
  },
})

export type TemplatesSnapshot = SnapshotFrom<typeof templatesMachine>
