import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import { bulkMachine } from "#machines/session/bulk.machine.ts"
import {
  commandMachine,
  isCancelled,
  isDeleted,
  isOutdated,
  outputOf,
  verbOf,
  type CommandInput,
  type CommandOutput,
} from "#machines/session/command.machine.ts"
import {
  idIn,
  listParams,
  namesNothing,
  namesThing,
  withoutThing,
  type PageEvent,
  type PageInput,
  type Search,
} from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { templateList, type Template } from "#schemas/outreach/template.ts"
import { questionsAbout, type TemplateVerb } from "./templateQuestions.ts"

export type TemplatesEvent = PageEvent | { readonly type: `${TemplateVerb}.pressed`; readonly template: Template }

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen template: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<TemplateVerb, Template> | null
}

const number = (text: string | undefined) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
/** Under `/global` another company's templates may be looked at. */
const templatesParams = (search: Search) => {
  const companyId = number(search["company"])
  return { ...listParams(search, templateList), ...(companyId === undefined ? {} : { companyId }) }
}
const companiesParams = ({ section }: Search) => (section === "templates" ? {} : null)
const chosenParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { temphashedId: id }
}
/** Real people get the text while it is looked at; another company's people stay its own. */
const previewParams = (search: Search) =>
  (search["tab"] ?? "message") === "message" && search["section"] === undefined ? chosenParams(search) : null
/** A template's events are read while they are looked at. */
const versionsParams = (search: Search) => (search["tab"] === "versions" ? chosenParams(search) : null)
const seenIn = ({ hashedId, streamVersion }: Template) => ({ id: hashedId, version: streamVersion })
const questions = questionsAbout("template")
type Pressed = Extract<TemplatesEvent, { readonly template: Template }>
const commandOf = (event: Pressed): CommandInput<TemplateVerb, Template> => {
  const [verb, subject] = [verbOf(event), event.template]
  return { verb, subject, question: questions[verb](subject), seen: seenIn(subject) }
}

/** `/sms`: the list of templates, or one of them alone; publishing, retiring and deleting (docs/policy.md#templates). */
export const templatesMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as TemplatesEvent },
  actors: {
    templates: readingMachine,
    template: readingMachine,
    preview: readingMachine,
    versions: readingMachine,
    use: readingMachine,
    companies: readingMachine,
    bulk: bulkMachine,
    command: commandMachine,
  },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    isCampaign: ({ event }) => event.type === "feed.changed" && event.thing === "campaign",
    isNewest: ({ context, event }) => "template" in event && !isOutdated(context.last, seenIn(event.template)),
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
  },
  actions: {
    setUrl: assign(({ context, event }) =>
      event.type === "url.changed"
        ? { search: event.search, last: event.search["id"] === context.search["id"] ? context.last : null }
        : {},
    ),
    sendList: sendTo("templates", ({ context }) => ({
      type: "params.changed",
      params: templatesParams(context.search),
    })),
    sendBulk: sendTo("bulk", ({ context }) => ({ type: "params.changed", params: templatesParams(context.search) })),
    sendChosen: sendTo("template", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    sendPreview: sendTo("preview", ({ context }) => ({
      type: "params.changed",
      params: previewParams(context.search),
    })),
    sendVersions: sendTo("versions", ({ context }) => ({
      type: "params.changed",
      params: versionsParams(context.search),
    })),
    sendUse: sendTo("use", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    refreshList: sendTo("templates", { type: "feed.changed" }),
    refreshChosen: sendTo("template", { type: "feed.changed" }),
    rereadChosen: sendTo("template", { type: "refresh.pressed" }),
    refreshPreview: sendTo("preview", { type: "feed.changed" }),
    refreshVersions: sendTo("versions", { type: "feed.changed" }),
    refreshUse: sendTo("use", { type: "feed.changed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<TemplateVerb, Template>({ event }) })),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<TemplateVerb, Template>({ event }).subject.hashedId === idIn(search)
        ? { search: withoutThing(search, "tab") }
        : {},
    ),
  },
}).createMachine({
  id: "templates",
  context: ({ input }) => ({ search: input.search, last: null }),
  invoke: [
    { id: "templates", src: "templates", input: ({ context }) => ({ params: templatesParams(context.search) }) },
    { id: "bulk", src: "bulk", input: ({ context }) => ({ params: templatesParams(context.search) }) },
    {
      id: "template",
      src: "template",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
    {
      id: "preview",
      src: "preview",
      input: ({ context }) => ({ params: previewParams(context.search), keepPreviousData: false }),
    },
    {
      id: "versions",
      src: "versions",
      input: ({ context }) => ({ params: versionsParams(context.search), keepPreviousData: false }),
    },
    {
      id: "use",
      src: "use",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
    { id: "companies", src: "companies", input: ({ context }) => ({ params: companiesParams(context.search) }) },
  ],
  on: {
    "url.changed": {
      actions: ["setUrl", "sendList", "sendBulk", "sendChosen", "sendPreview", "sendVersions", "sendUse"],
    },
    "feed.changed": [
      { guard: "isTemplate", actions: ["refreshList", "refreshChosen", "refreshPreview", "refreshVersions"] },
      { guard: "isCampaign", actions: "refreshUse" },
    ],
  },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the list, or the template that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks through the templates.",
          meta: { heading: "templates.title", actions: ["templates.new"] },
          always: { guard: "namesThing", target: "template" },
        },
        template: {
          description: "Looks at one template alone; the list is one step back.",
          meta: { actions: ["templates.title"] },
          always: { guard: "namesNothing", target: "list" },
        },
      },
    },
    deed: {
      description: "What is being done to a template.",
      initial: "none",
      states: {
        none: {
          description: "Nothing is being done.",
          on: {
            "publish.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "retire.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "delete.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Publishes, retires or deletes the template, once that is confirmed.",
          invoke: {
            id: "command",
            src: "command",
            input: ({ event }) => commandOf(event as Pressed),
            onDone: [
              { guard: "isCancelled", target: "none" },
              { guard: "isDeleted", target: "none", actions: ["goToList", "forgetDeleted", "refreshList"] },
              { target: "none", actions: ["setLast", "rereadChosen", "refreshVersions", "refreshList"] },
            ],
          },
        },
      },
    },
  },
})

export type TemplatesSnapshot = SnapshotFrom<typeof templatesMachine>

/** Whether a template is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isTemplateOutdated = ({ context }: TemplatesSnapshot, template: Template): boolean =>
  isOutdated(context.last, seenIn(template))
