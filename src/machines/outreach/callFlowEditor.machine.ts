import { assign, fromCallback, fromPromise, sendTo, setup, type EventObject, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import type { TemplateId } from "#schemas/ids.ts"
import type { CallFlow, Prompt, StepId } from "#schemas/outreach/callFlow.ts"
import type { Ivr } from "#schemas/outreach/ivr.ts"
import type {
  HeardPrompt,
  HearPrompt,
  MicrophoneFault,
  OwnRecording,
  RecorderSaid,
  Sound,
} from "#schemas/outreach/sound.ts"
import type { Purpose } from "#schemas/outreach/template.ts"
import type { Problem } from "#schemas/problem.ts"
import { isUndecided } from "#schemas/session/problems.ts"
import { mostRecordedSeconds, promptAt, withPrompt, type PromptPlace } from "./callFlowDraft.ts"

/** What the editor's form holds; the number is reserved or read before the form opens. */
export type CallFlowValues = {
  /** The public id; null until the server has answered the first saving. */
  readonly temphashedId: string | null
  readonly templateId: TemplateId
  readonly name: string
  readonly purpose: Purpose
  readonly flow: CallFlow
  /** The version these values were made from, as the server gets it; 0 for a new call flow. */
  readonly streamVersion: number
}

export type CallFlowEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  /** Opens a step of the outline to write in it; null closes it. */
  | { readonly type: "step.chosen"; readonly stepId: StepId | null }
  | { readonly type: "hear.pressed"; readonly place: PromptPlace; readonly prompt: Prompt }
  | { readonly type: "recording.chosen"; readonly place: PromptPlace; readonly file: File }
  | { readonly type: "upload.pressed" }
  | { readonly type: "record.pressed"; readonly place: PromptPlace }
  | { readonly type: "stop.pressed" }
  | { readonly type: "use.pressed" }
  | { readonly type: "discard.pressed" }
  | RecorderSaid

type Context = {
  /** The public id of the call flow to edit; null writes a new one. */
  readonly asked: string | null
  readonly problem: Problem | null
  /** The form's values: those it opens with, then as they stand, so that a recording finds its place. */
  readonly values: CallFlowValues | null
  /** The step that is open in the outline. */
  readonly stepId: StepId | null
  /** The prompt that is heard, or that a recording is made or taken for. */
  readonly place: PromptPlace | null
  readonly heard: HeardPrompt | null
  /** The file that is taken as the prompt's recording. */
  readonly recording: File | null
  /** How long the microphone is recorded; null while none is. */
  readonly seconds: number | null
  /** What the microphone recorded, until it is used or discarded. */
  readonly own: OwnRecording | null
  /** Why the microphone recorded nothing. */
  readonly fault: MicrophoneFault | null
  /** Why the prompt could not be heard, or the recording not be taken. */
  readonly soundProblem: Problem | null
  /** The public id of what was saved. */
  readonly saved: string | null
}

type Hear = Extract<CallFlowEditorEvent, { readonly type: "hear.pressed" }>

/** What can be done while no recording is made or taken. */
const canSave = { actions: ["template.save", "part.cancel"] }

const silent = { place: null, heard: null, recording: null, seconds: null, own: null, fault: null, soundProblem: null }

/** What is heard at a place, and the voice that says it. */
const heardAs = (flow: CallFlow, place: PromptPlace): string => JSON.stringify([promptAt(flow, place), flow.voice])

const formValues = (event: unknown): CallFlowValues =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values as unknown as CallFlowValues

/**
 * `/ivr?new` and `/ivr?edit=…`: writes a call flow as an outline, one step open at a time; the chart next to it follows.
 * A prompt is heard before anyone is called, and may be a recording.
 */
export const callFlowEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as CallFlowEditorEvent,
    tags: {} as "busy" | "guarded",
  },
  actors: {
    open: fromPromise<CallFlowValues, { readonly temphashedId: string | null }>(unprovided),
    form: formMachine,
    voices: readingMachine,
    numbers: readingMachine,
    hear: fromPromise<HeardPrompt, HearPrompt>(unprovided),
    take: fromPromise<Sound, File>(unprovided),
    /** Holds the sound that is played, and gives its memory back when it ends. */
    player: fromCallback<EventObject, HeardPrompt | null>(() => undefined),
    /** Has the microphone, and what it recorded, until it ends; `recorder.stop` ends the recording. */
    recorder: fromCallback<EventObject>(() => undefined),
  },
  guards: {
    isLeft,
    /** What is heard is no longer what stands there. */
    changesHeardPrompt: ({ context: { place, recording, seconds, values }, event }) =>
      place !== null &&
      recording === null &&
      seconds === null &&
      (values === null || heardAs(values.flow, place) !== heardAs(formValues(event).flow, place)),
    /** The step is deleted for which a recording is made or taken. */
    losesRecordedPrompt: ({ context: { place, recording, seconds }, event }) =>
      place !== null &&
      (seconds !== null || recording !== null) &&
      promptAt(formValues(event).flow, place) === undefined,
    /** It says nothing of the recording: the same one may be taken yet. */
    isUndecided: ({ event }) => isUndecided(problemOf(event)),
    isLongest: ({ event }) => event.type === "recorder.ticked" && event.seconds >= mostRecordedSeconds,
  },
  actions: {
    setOpened: assign(({ event }) => {
      const { output } = event as unknown as { readonly output: CallFlowValues }
      return { values: output, stepId: output.flow.steps[0]?.stepId ?? null, problem: null }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setStep: assign(({ event }) => (event.type === "step.chosen" ? { stepId: event.stepId } : {})),
    setValues: assign(({ event }) => ({ values: formValues(event) })),
    setPlace: assign(({ event }) => ("place" in event ? { ...silent, place: event.place } : {})),
    setRecording: assign(({ event }) => (event.type === "recording.chosen" ? { recording: event.file } : {})),
    startRecording: assign({ seconds: 0 }),
    setSeconds: assign(({ event }) => (event.type === "recorder.ticked" ? { seconds: event.seconds } : {})),
    stopRecorder: sendTo("recorder", { type: "recorder.stop" }),
    setOwn: assign(({ event }) => (event.type === "recorder.ended" ? { own: event.own } : {})),
    takeOwn: assign(({ context: { own } }) => ({ recording: own?.file ?? null, own: null, seconds: null })),
    setFault: assign(({ event }) => (event.type === "recorder.failed" ? { seconds: null, fault: event.fault } : {})),
    setHeard: assign(({ event }) => ({ heard: (event as unknown as { readonly output: HeardPrompt }).output })),
    setSoundProblem: assign(({ event }) => ({ soundProblem: problemOf(event) })),
    clearSoundProblem: assign({ soundProblem: null }),
    useRecording: sendTo("form", ({ context: { values, place }, event }) => {
      const { hashedId } = (event as unknown as { readonly output: Sound }).output
      const recording = { _tag: "Recording", sound: hashedId } as const
      const value = values === null || place === null ? undefined : withPrompt(values.flow, place, recording)
      return { type: "field.changed", field: "flow", value }
    }),
    clearSound: assign(silent),
    setSaved: assign(({ event }) => {
      const { value } = (event as unknown as { readonly output: { readonly value: Ivr } }).output
      return { saved: value.hashedId }
    }),
    showCallFlow: () => undefined,
  },
}).createMachine({
  id: "callFlowEditor",
  context: ({ input }) => ({
    asked: input.search["edit"] ?? null,
    problem: null,
    values: null,
    stepId: null,
    ...silent,
    saved: null,
  }),
  invoke: [
    { id: "voices", src: "voices", input: { params: {} } },
    { id: "numbers", src: "numbers", input: { params: {} } },
  ],
  initial: "opening",
  states: {
    opening: {
      description: "Reserves an id for a new call flow, or reads the one to edit.",
      tags: "busy",
      meta: { heading: "callFlow.editor.title", actions: [] },
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => ({ temphashedId: context.asked }),
        onDone: { target: "writing", actions: "setOpened" },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to write on; Retry stands in its place.",
      meta: { heading: "callFlow.editor.title", actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "The person writes; the chart and the checks follow.",
      meta: { heading: "callFlow.editor.title", actions: [] },
      initial: "quiet",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: { ...context.values } }),
        onDone: [
          { guard: "isLeft", target: "left" },
          { target: "saved", actions: "setSaved" },
        ],
        onSnapshot: [
          {
            guard: "changesHeardPrompt",
            target: ".quiet",
            actions: ["setValues", "clearSound"],
          },
          {
            guard: "losesRecordedPrompt",
            target: ".quiet",
            actions: ["setValues", "clearSound"],
          },
          { actions: "setValues" },
        ],
      },
      on: {
        "step.chosen": { target: ".quiet", actions: ["setStep", "clearSound"] },
        "hear.pressed": { target: ".speaking", actions: "setPlace" },
        "recording.chosen": { target: ".taking", actions: ["setPlace", "setRecording"] },
        "record.pressed": { target: ".microphone", actions: ["setPlace", "startRecording"] },
      },
      states: {
        quiet: { description: "No prompt is heard.", meta: canSave },
        speaking: {
          description: "A prompt is made into sound, or its recording fetched.",
          meta: canSave,
          invoke: {
            id: "hear",
            src: "hear",
            input: ({ context, event }) => ({ prompt: (event as Hear).prompt, voice: context.values?.flow.voice }),
            onDone: { target: "heard", actions: "setHeard" },
            onError: { target: "failed", actions: "setSoundProblem" },
          },
        },
        heard: {
          description: "The prompt is played, with the words that are said.",
          meta: canSave,
          invoke: { id: "player", src: "player", input: ({ context }) => context.heard },
        },
        microphone: {
          description: "A prompt is recorded; leaving this gives the microphone back.",
          initial: "asking",
          invoke: { id: "recorder", src: "recorder" },
          on: {
            "discard.pressed": { target: "quiet", actions: "clearSound" },
            "recorder.failed": { target: "failed", actions: "setFault" },
          },
          states: {
            asking: {
              description: "The browser asks whether the microphone may be used.",
              meta: { actions: ["part.cancel"] },
              on: { "recorder.started": "recording" },
            },
            recording: {
              description: "The person speaks; the recording ends by itself when it is longest.",
              meta: { actions: ["callFlow.record.stop", "part.cancel"] },
              on: {
                "recorder.ticked": [
                  { guard: "isLongest", target: "finishing", actions: ["setSeconds", "stopRecorder"] },
                  { actions: "setSeconds" },
                ],
                "stop.pressed": { target: "finishing", actions: "stopRecorder" },
                "recorder.ended": { target: "recorded", actions: "setOwn" },
              },
            },
            finishing: {
              description: "What was recorded becomes a file.",
              on: { "recorder.ended": { target: "recorded", actions: "setOwn" } },
            },
            recorded: {
              description: "The person listens to the recording, and uses or discards it.",
              on: {
                "use.pressed": { target: "#callFlowEditor.writing.taking", actions: "takeOwn" },
                "step.chosen": { actions: "setStep" },
              },
            },
          },
        },
        taking: {
          description: "A recording is uploaded and checked; nothing is saved meanwhile.",
          invoke: {
            id: "take",
            src: "take",
            input: ({ context }) => context.recording as File,
            onDone: { target: "quiet", actions: ["useRecording", "clearSound"] },
            onError: [
              { guard: "isUndecided", target: "notTaken", actions: "setSoundProblem" },
              { target: "failed", actions: "setSoundProblem" },
            ],
          },
          on: { "step.chosen": { actions: "setStep" } },
        },
        notTaken: {
          description: "A recording could not be uploaded; it is kept until it is taken or discarded.",
          on: {
            "upload.pressed": { target: "taking", actions: "clearSoundProblem" },
            "discard.pressed": { target: "quiet", actions: "clearSound" },
            "step.chosen": { actions: "setStep" },
          },
        },
        failed: { description: "The sentence at the prompt says why there is no sound.", meta: canSave },
      },
    },
    saved: { type: "final", description: "The call flow is saved and shown alone.", entry: "showCallFlow" },
    left: { type: "final", description: "The person went on without saving." },
  },
})

export type CallFlowEditorSnapshot = SnapshotFrom<typeof callFlowEditorMachine>
