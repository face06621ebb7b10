import { assign, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { eventOf } from "#machines/lifecycles/calls/callTest.ts"
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
import { formMachine } from "#machines/session/form.machine.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { CallTestId, CallTestSubject, CallTestValues } from "#schemas/outreach/callTest.ts"
import type { CallVoice } from "#schemas/outreach/voice.ts"
import type { Problem } from "#schemas/problem.ts"
import type { Prompt } from "#schemas/outreach/callFlow.ts"
import type { HeardPrompt, HearPrompt, PlayerSaid } from "#schemas/outreach/sound.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import { templateList } from "#schemas/outreach/template.ts"
import {
  failingSentence,
  keptAs,
  newCallTest,
  testCommandOf,
  type CallTestEvent,
  type CallTestVerb,
} from "./callTestCommands.ts"
import { questionsAbout, type TemplateVerb } from "./templateQuestions.ts"

/** What is heard in the trial from here on (`heardFrom`), and the voice that speaks; nothing while its sound is off. */
type Heard = { readonly heard: ReadonlyArray<Prompt | null>; readonly voice: CallVoice | undefined }

export type CallFlowsEvent =
  | PageEvent
  | { readonly type: `${TemplateVerb}.pressed`; readonly flow: Ivr }
  | CallTestEvent
  | ({ readonly type: "call.happened"; readonly event: CallEvent } & Heard)
  | { readonly type: "call.restarted" }
  /** Turns the sound of the trial on or off; what the call says where it is, is heard at once. */
  | ({ readonly type: "sound.switched" } & Heard)
  | PlayerSaid

/** The action that ended last, on a call flow or on a test that is kept with it. */
type Last = CommandOutput<TemplateVerb | CallTestVerb, Ivr | CallTestSubject>

type Context = {
  readonly search: Search
  /** The action that ended last on the chosen call flow: why it was refused stays on its page after the toast has gone. */
  readonly last: Last | null
  /** What happened so far in the call that is tried. */
  readonly tried: ReadonlyArray<CallEvent>
  /** The kept test whose call that is, and whatever happened after it. */
  readonly ran: CallTestId | null
  /** What the form of a kept test opens with. */
  readonly kept: CallTestValues | null
  /** What is still to be heard: a prompt, or null where a step ends by itself. */
  readonly heard: ReadonlyArray<Prompt | null>
  readonly voice: CallVoice | undefined
  /** The sound that is played. */
  readonly sound: HeardPrompt | null
  /** Why a sound was not made; null where it was made and could not be played. */
  readonly soundProblem: Problem | null
}

const silence = { heard: [], sound: null, soundProblem: null }

/** A draft may go round without end: no more than this is kept of a trial. */
const mostTried = 400

const chosenParams = (search: Search) => {
  const id = idIn(search)
  return id === null ? null : { temphashedId: id }
}
/** A call flow's events are read while they are looked at. */
const versionsParams = (search: Search) => (search["tab"] === "versions" ? chosenParams(search) : null)
const seenIn = ({ hashedId, streamVersion }: Pick<Ivr, "hashedId" | "streamVersion">) => ({
  id: hashedId,
  version: streamVersion,
})
const questions = questionsAbout("callFlow")
type Pressed = Extract<CallFlowsEvent, { readonly type: `${TemplateVerb | CallTestVerb}.pressed` }>
const commandOf = (event: Pressed): CommandInput<TemplateVerb | CallTestVerb, Ivr | CallTestSubject> => {
  if ("test" in event) return testCommandOf(event)
  const [verb, subject] = [verbOf(event), event.flow]
  const question = questions[verb](subject)
  const text = [...question.text, ...(verb === "publish" ? failingSentence(subject) : [])]
  return { verb, subject, question: { ...question, text }, seen: seenIn(subject) }
}
const isTrying = ({ search }: Context): boolean => search["tab"] === "try" && idIn(search) !== null

/** `/ivr`: the list of call flows, or one of them alone; trying, publishing, retiring and deleting it (docs/policy.md#call-flows). */
export const callFlowsMachine = setup({
  types: { input: {} as PageInput, context: {} as Context, events: {} as CallFlowsEvent },
  actors: {
    flows: readingMachine,
    flow: readingMachine,
    versions: readingMachine,
    numbers: readingMachine,
    form: formMachine,
    command: commandMachine,
    hear: fromPromise<HeardPrompt, HearPrompt>(unprovided),
    /** Plays a sound and says what becomes of it; ending it stops the sound. */
    player: fromCallback<CallFlowsEvent, HeardPrompt | null>(() => undefined),
  },
  guards: {
    isTemplate: ({ event }) => event.type === "feed.changed" && event.thing === "template",
    isNewest: ({ context, event }) => "flow" in event && !isOutdated(context.last, seenIn(event.flow)),
    namesThing,
    namesNothing,
    isCancelled,
    isDeleted,
    /** The call that is kept is another one, or no longer looked at. */
    isAway: ({ context }) =>
      context.kept === null || !isTrying(context) || idIn(context.search) !== context.kept.hashedId,
    /** The trial is left, or another call flow is tried. */
    isSilenced: ({ context }) => !isTrying(context) || (context.heard.length === 0 && context.sound === null),
    speaksNext: ({ context: { heard } }) => heard.length > 0 && heard[0] !== null,
    goesOnNext: ({ context: { heard } }) => heard[0] === null,
    isNotKept: ({ event }) =>
      (event as unknown as { readonly output: { readonly discarded: boolean } }).output.discarded,
  },
  actions: {
    setUrl: assign(({ context, event }) => {
      if (event.type !== "url.changed") return {}
      const isSame = event.search["id"] === context.search["id"]
      return { search: event.search, ...(isSame ? {} : { last: null, tried: [], ran: null, ...silence }) }
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
    setLast: assign(({ event }) => ({ last: outputOf<Last["verb"], Last["subject"]>({ event }) })),
    addTried: assign(({ context, event }) =>
      event.type === "call.happened" && context.tried.length < mostTried
        ? { tried: [...context.tried, event.event] }
        : {},
    ),
    clearTried: assign({ tried: [], ran: null }),
    setRun: assign(({ event }) =>
      event.type === "test.run" ? { tried: event.test.happened.map(eventOf), ran: event.test.testId } : {},
    ),
    setKept: assign(({ event }) => (event.type === "keep.pressed" ? { kept: newCallTest(event) } : {})),
    setLastKept: assign(({ context: { kept } }) => (kept === null ? {} : { kept: null, last: keptAs(kept) })),
    clearKept: assign({ kept: null }),
    setHeard: assign(({ event }) => ("heard" in event ? { ...silence, heard: event.heard, voice: event.voice } : {})),
    setSound: assign(({ context, event }) => ({
      sound: (event as unknown as { readonly output: HeardPrompt }).output,
      heard: context.heard.slice(1),
    })),
    setSoundProblem: assign(({ event }) => ({ ...silence, soundProblem: problemOf(event) })),
    goOn: assign(({ context: { tried, heard } }) => ({
      tried: tried.length < mostTried ? [...tried, { type: "StepFinished" as const }] : tried,
      heard: heard.slice(1),
    })),
    dropSound: assign({ sound: null }),
    clearSound: assign(silence),
    goToList: () => undefined,
    forgetDeleted: assign(({ context: { search }, event }) =>
      outputOf<TemplateVerb, Ivr>({ event }).subject.hashedId === idIn(search)
        ? { search: withoutThing(search, "tab") }
        : {},
    ),
  },
}).createMachine({
  id: "callFlows",
  context: ({ input }) => ({
    search: input.search,
    last: null,
    tried: [],
    ran: null,
    kept: null,
    ...silence,
    voice: undefined,
  }),
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
    { id: "numbers", src: "numbers", input: { params: {} } },
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
            "test.run": { actions: "setRun" },
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
            "test.replace.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
            "test.remove.pressed": { guard: "isNewest", target: "acting", actions: "clearLast" },
          },
        },
        acting: {
          description: "Does it to the call flow, or to a kept test, once that is confirmed.",
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
    sound: {
      description: "Whether what the call says is heard in the trial.",
      initial: "off",
      states: {
        off: {
          description: "The trial is silent.",
          on: { "sound.switched": { target: "on", actions: "setHeard" } },
        },
        on: {
          description: "What the call says is played as it comes to it.",
          initial: "next",
          on: {
            "sound.switched": { target: "off", actions: "clearSound" },
            // Who presses a key or hangs up is not talked at any longer.
            "call.happened": { target: ".next", actions: "setHeard" },
            "call.restarted": { target: ".quiet", actions: "clearSound" },
            "test.run": { target: ".quiet", actions: "clearSound" },
          },
          states: {
            quiet: { description: "The call waits for the caller, or is over." },
            next: {
              description: "Looks what is heard next.",
              always: [
                { guard: "speaksNext", target: "speaking" },
                { guard: "goesOnNext", target: "next", reenter: true, actions: "goOn" },
                { target: "quiet" },
              ],
            },
            speaking: {
              description: "A prompt is heard, as long as the trial is looked at.",
              initial: "making",
              always: { guard: "isSilenced", target: "quiet", actions: "clearSound" },
              states: {
                making: {
                  description: "The prompt is made into sound, or its recording fetched.",
                  invoke: {
                    id: "hear",
                    src: "hear",
                    input: ({ context: { heard, voice } }) => ({ prompt: heard[0] as Prompt, voice }),
                    onDone: { target: "playing", actions: "setSound" },
                    onError: { target: "#callFlows.sound.on.failed", actions: "setSoundProblem" },
                  },
                },
                playing: {
                  description: "The prompt is played; what comes after it is heard next.",
                  invoke: { id: "player", src: "player", input: ({ context }) => context.sound },
                  on: {
                    "player.ended": { target: "#callFlows.sound.on.next", actions: "dropSound" },
                    "player.failed": { target: "#callFlows.sound.on.failed", actions: "clearSound" },
                  },
                },
              },
            },
            failed: { description: "A sentence says why there is no sound; the trial goes on without." },
          },
        },
      },
    },
    keeping: {
      description: "Whether the call that is tried is being kept as a test.",
      initial: "none",
      states: {
        none: {
          description: "No call is being kept.",
          on: { "keep.pressed": { guard: "isNewest", target: "naming", actions: ["clearLast", "setKept"] } },
        },
        naming: {
          description: "Names the call that is over, to keep it with the call flow.",
          meta: { heading: "callFlow.test.keep", actions: ["callFlow.test.keep.save", "part.cancel"] },
          always: { guard: "isAway", target: "none", actions: "clearKept" },
          invoke: {
            id: "form",
            src: "form",
            input: ({ context }) => ({ values: { ...context.kept }, isGuarded: false }),
            onDone: [
              { guard: "isNotKept", target: "none", actions: "clearKept" },
              { target: "none", actions: ["setLastKept", "rereadChosen", "refreshVersions", "refreshList"] },
            ],
          },
          on: {
            "call.restarted": { target: "none", actions: "clearKept" },
            "test.run": { target: "none", actions: "clearKept" },
          },
        },
      },
    },
  },
})

export type CallFlowsSnapshot = SnapshotFrom<typeof callFlowsMachine>

/** Whether a call flow is shown as it was before the person's own last action; the next one waits until it is read again. */
export const isCallFlowOutdated = (
  { context }: CallFlowsSnapshot,
  flow: Pick<Ivr, "hashedId" | "streamVersion">,
): boolean => isOutdated(context.last, seenIn(flow))
