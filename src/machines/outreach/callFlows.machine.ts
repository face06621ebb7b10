import { assign, sendTo, setup, type SnapshotFrom } from "xstate"
import type { CallEvent } from "#machines/lifecycles/calls/callFlow.chart.ts"
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
import type { IvrSummary } from "#schemas/outreach/ivr.ts"
import { templateList } from "#schemas/outreach/template.ts"
import { questionsAbout, type TemplateVerb } from "./templateQuestions.ts"

export type CallFlowsEvent =
  | PageEvent
  | { readonly type: `${TemplateVerb}.pressed`; readonly flow: IvrSummary }
  | { readonly type: "call.happened"; readonly event: CallEvent }
  | { readonly type: "call.restarted" }

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen call flow: why it was refused stays on its page after the toast has gone. */
  readonly last: CommandOutput<TemplateVerb, IvrSummary> | null
  /** What happened so far in the call that is tried. */
  readonly tried: ReadonlyArray<CallEvent>
}

/** A draft may go round without end: no more than this is kept of a trial. */
const mostTried = 400

const chosenParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { temphashedId: id }
}
/** A call flow's events are read while they are looked at. */
const versionsParams = (search: Search) => (search["tab"] === "versions" ? chosenParams(search) : null)
const seenIn = ({ hashedId, streamVersion }: IvrSummary) => ({ id: hashedId, version: streamVersion })
const questions = questionsAbout("callFlow")
type Pressed = Extract<CallFlowsEvent, { readonly flow: IvrSummary }>
const commandOf = (event: Pressed): CommandInput<TemplateVerb, IvrSummary> => {
  const [verb, subject] = [verbOf(event), event.flow]
  return { verb, subject, question: questions[verb](subject), seen: seenIn(subject) }
}

/** `/ivr`: the list of call flows, or one of them alone; trying, publishing, retiring and deleting it (docs/policy.md#call-flows). */
export const callFlowsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CallFlowsEvent },
  actors: { flows: readingMachine, flow: readingMachine, versions: readingMachine, command: commandMachine },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    isNewest: ({ context, event }) => "flow" in event && !isOutdated(context.last, seenIn(event.flow)),
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
  },
  actions: {
    setUrl: assign(({ context, event }) => {
      if (event.type !== "url.changed") return {}
      const isSame = event.search["id"] === context.search["id"]
      return { search: event.search, ...(isSame ? {} : { last: null, tried: [] }) }
    }),
    sendList: sendTo("flows", ({ context }) => ({
      type: "params.changed",
      params: listParams(context.search, templateList),
    })),
    sendChosen: sendTo("flow", ({ context }) => ({ type: "params.changed", params: chosenParams(context.search) })),
    sendVersions: sendTo("versions", ({ context }) => ({
      type: "params.changed",
      params: versionsParams(context.search),
    })),
    refreshList: sendTo("flows", { type: "feed.changed" }),
    refreshChosen: sendTo("flow", { type: "feed.changed" }),
    rereadChosen: sendTo("flow", { type: "refresh.pressed" }),
    refreshVersions: sendTo("versions", { type: "feed.changed" }),
    clearLast: assign({ last: null }),
    setLast: assign(({ event }) => ({ last: outputOf<TemplateVerb, IvrSummary>({ event }) })),
    addTried: assign(({ context, event }) =>
      event.type === "call.happened" && context.tried.length < mostTried
        ? { tried: [...context.tried, event.event] }
        : {},
    ),
    clearTried: assign({ tried: [] }),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<TemplateVerb, IvrSummary>({ event }).subject.hashedId === idIn(search)
        ? { search: withoutThing(search, "tab") }
        : {},
    ),
  },
}).createMachine({
  id: "callFlows",
  context: ({ input }) => ({ search: input.search, last: null, tried: [] }),
  invoke: [
    { id: "flows", src: "flows", input: ({ context }) => ({ params: listParams(context.search, templateList) }) },
    {
      id: "flow",
      src: "flow",
      input: ({ context }) => ({ params: chosenParams(context.search), keepPreviousData: false }),
    },
    {
      id: "versions",
      src: "versions",
      input: ({ context }) => ({ params: versionsParams(context.search), keepPreviousData: false }),
    },
  ],
  on: {
    "url.changed": { actions: ["setUrl", "sendList", "sendChosen", "sendVersions"] },
    "feed.changed": { guard: "isTemplate", actions: ["refreshList", "refreshChosen", "refreshVersions"] },
  },
  type: "parallel",
  states: {
    place: {
      description: "What the page shows: the list, or the call flow that the address names.",
      initial: "list",
      states: {
        list: {
          description: "Looks through the call flows.",
          meta: { heading: "callFlows.title", actions: ["callFlows.new"] },
          always: { guard: "namesThing", target: "flow" },
        },
        flow: {
          description: "Looks at one call flow alone; the list is one step back.",
          meta: { actions: ["callFlows.title"] },
          always: { guard: "namesNothing", target: "list" },
          on: {
            "call.happened": { actions: "addTried" },
            "call.restarted": { actions: "clearTried" },
          },
        },
      },
    },
    deed: {
      description: "What is being done to a call flow.",
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
          description: "Publishes, retires or deletes the call flow, once that is confirmed.",
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

export type CallFlowsSnapshot = SnapshotFrom<typeof callFlowsMachine>

/** Whether a call flow is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isCallFlowOutdated = ({ context }: CallFlowsSnapshot, flow: IvrSummary): boolean =>
  isOutdated(context.last, seenIn(flow))
