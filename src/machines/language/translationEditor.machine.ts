import { assign, fromCallback, fromPromise, raise, sendTo, setup, type EventObject, type SnapshotFrom } from "xstate"
import { problemOf, unprovided } from "#machines/actors.ts"
import {
  commandMachine,
  isCancelled,
  verbOf,
  type CommandInput,
  type Question,
} from "#machines/session/command.machine.ts"
import { formMachine, isLeft, type FormSnapshot } from "#machines/session/form.machine.ts"
import type { PageEvent, PageInput, Search } from "#machines/session/page.ts"
import { readingMachine } from "#machines/session/reading.machine.ts"
import { wordsIn } from "#schemas/language/callInLanguage.ts"
import {
  isSameWords,
  writtenIn,
  type Translation,
  type TranslationAction,
  type TranslationWords,
} from "#schemas/language/translation.ts"
import type { HeardPrompt, HearPrompt } from "#schemas/outreach/sound.ts"
import type { Problem } from "#schemas/problem.ts"

/** What the form of a translation holds. */
export type TranslationValues = Pick<Translation, "hashedId" | "templateId" | "language" | "streamVersion"> & {
  readonly text: TranslationWords
}

/** What is done to a translation besides writing it: by a person, or by the service that translates. */
export type TranslationVerb = TranslationAction | "translate"

export type TranslationEditorEvent =
  | PageEvent
  | { readonly type: "retry.pressed" }
  | { readonly type: `${TranslationVerb}.pressed` }
  | { readonly type: "back.pressed" }
  | { readonly type: "text.changed" }
  /** The words of a call flow's place, as `placeKey` names it, and who says them. */
  | ({ readonly type: "hear.pressed"; readonly place: string } & HearPrompt)

type Context = {
  readonly search: Search
  readonly opened: Translation | null
  /** As it is written, for the preview. */
  readonly text: TranslationWords
  readonly problem: Problem | null
  /** The place of a call flow whose words are heard, or were to be. */
  readonly place: string | null
  readonly heard: HeardPrompt | null
  /** Why they could not be heard. */
  readonly soundProblem: Problem | null
}

type Hear = Extract<TranslationEditorEvent, { readonly type: "hear.pressed" }>

const heardIn = ({ prompt, voice }: Hear): HearPrompt => ({ prompt, voice })

const silent = { place: null, heard: null, soundProblem: null } as const

const textIn = (event: unknown): TranslationWords =>
  (event as { readonly snapshot: FormSnapshot }).snapshot.context.values["text"] as TranslationWords
const valuesOf = (opened: Translation): TranslationValues => {
  const { hashedId, templateId, language, streamVersion } = opened
  return { hashedId, templateId, language, streamVersion, text: writtenIn(opened) }
}
const removal = ({ name, language }: Translation): Question => ({
  title: "translation.remove.title",
  text: [{ word: "translation.remove.text", values: { name, language } }],
  confirm: "translation.remove",
  cancel: "part.cancel",
  isDestructive: true,
})
/** Asked where something is written already: nothing of it is lost silently. */
const replacing = ({ name, translation }: Translation): Question | undefined =>
  translation === null
    ? undefined
    : {
        title: "translation.machine.title",
        text: [{ word: "translation.machine.text", values: { name } }],
        confirm: "translation.machine.replace",
        cancel: "part.cancel",
        isDestructive: true,
      }
const questionOf = (opened: Translation, verb: TranslationVerb): Question | undefined =>
  verb === "remove" ? removal(opened) : verb === "translate" ? replacing(opened) : undefined
const commandOf = (
  opened: Translation,
  event: { readonly type: `${TranslationVerb}.pressed` },
): CommandInput<TranslationVerb, Translation> => {
  const verb = verbOf(event)
  const question = questionOf(opened, verb)
  return {
    verb,
    subject: opened,
    ...(question === undefined ? {} : { question }),
    seen: { id: `${opened.hashedId} ${opened.language}`, version: opened.streamVersion },
  }
}
/** Whether nothing is written yet. */
const isBlank = (text: TranslationWords): boolean =>
  typeof text === "string" ? text.trim() === "" : wordsIn(text).length === 0
const previewParams = ({ opened, text }: Context) =>
  opened === null || isBlank(text)
    ? null
    : { templateId: opened.templateId, language: opened.language, text, version: opened.version }

/** What is translated back; a call flow is not. */
const backParams = ({ opened, text }: Context) =>
  opened === null || typeof text !== "string" || isBlank(text) ? null : { language: opened.language, text }

/** `/translate?id=…&language=…`: a template's text in one language, written next to its own text, read over and approved. */
export const translationEditorMachine = setup({
  types: {
    input: {} as PageInput,
    context: {} as Context,
    events: {} as TranslationEditorEvent,
    tags: {} as "busy",
  },
  actors: {
    open: fromPromise<Translation, Search>(unprovided),
    languages: readingMachine,
    voices: readingMachine,
    memory: readingMachine,
    preview: readingMachine,
    back: readingMachine,
    hear: fromPromise<HeardPrompt, HearPrompt>(unprovided),
    /** Keeps a sound for as long as it is played. */
    player: fromCallback<EventObject, HeardPrompt | null>(() => undefined),
    form: formMachine,
    command: commandMachine,
  },
  guards: {
    changesText: ({ context, event }) => !isSameWords(textIn(event), context.text),
    isLeft,
    isCancelled,
  },
  actions: {
    setOpened: assign(({ event }) => {
      const opened = (event as unknown as { readonly output: Translation }).output
      return { opened, text: writtenIn(opened), problem: null }
    }),
    setProblem: assign(({ event }) => ({ problem: problemOf(event) })),
    setText: assign(({ event }) => ({ text: textIn(event) })),
    setPlace: assign(({ event }) => (event.type === "hear.pressed" ? { ...silent, place: event.place } : {})),
    setHeard: assign(({ event }) => ({ heard: (event as unknown as { readonly output: HeardPrompt }).output })),
    setSoundProblem: assign(({ event }) => ({ soundProblem: problemOf(event) })),
    clearSound: assign(silent),
    sendText: raise({ type: "text.changed" }),
    // Texts have no voice.
    sendVoices: sendTo("voices", ({ context: { opened } }) => ({
      type: "params.changed",
      params: opened === null || typeof opened.source === "string" ? null : { language: opened.language },
    })),
    // Call flows have no memory.
    sendMemory: sendTo("memory", ({ context: { opened } }) => ({
      type: "params.changed",
      params:
        opened === null || typeof opened.source !== "string"
          ? null
          : { temphashedId: opened.hashedId, language: opened.language },
    })),
    sendBack: sendTo("back", ({ context }) => ({ type: "params.changed", params: backParams(context) })),
    // What came back belongs to the text as it was then.
    clearBack: sendTo("back", { type: "params.changed", params: null }),
    sendPreview: sendTo("preview", ({ context }) => ({ type: "params.changed", params: previewParams(context) })),
  },
  delays: { typingPause: 600 },
}).createMachine({
  id: "translationEditor",
  context: ({ input }) => ({ search: input.search, opened: null, text: "", problem: null, ...silent }),
  invoke: [
    { id: "languages", src: "languages", input: { params: {} } },
    { id: "voices", src: "voices", input: { params: null } },
    { id: "memory", src: "memory", input: { params: null } },
    { id: "preview", src: "preview", input: { params: null } },
    { id: "back", src: "back", input: { params: null } },
  ],
  initial: "opening",
  states: {
    opening: {
      description: "Reads the text and its translation.",
      tags: "busy",
      invoke: {
        id: "open",
        src: "open",
        input: ({ context }) => context.search,
        onDone: {
          target: "writing",
          actions: ["setOpened", "clearSound", "clearBack", "sendVoices", "sendMemory", "sendPreview"],
        },
        onError: { target: "couldNotOpen", actions: "setProblem" },
      },
    },
    couldNotOpen: {
      description: "Nothing to translate here; Retry stands in its place.",
      meta: { actions: ["part.retry"] },
      on: { "retry.pressed": "opening" },
    },
    writing: {
      description: "Writes the translation, or decides on it; the preview follows.",
      type: "parallel",
      invoke: {
        id: "form",
        src: "form",
        input: ({ context }) => ({ values: context.opened === null ? {} : valuesOf(context.opened) }),
        onSnapshot: { guard: "changesText", actions: ["setText", "clearBack", "sendText"] },
        // Saved or undone: what the server has is read again.
        onDone: [{ guard: "isLeft", target: "left" }, { target: "opening" }],
      },
      states: {
        sound: {
          description: "What the words sound like.",
          initial: "quiet",
          on: {
            "hear.pressed": { target: ".speaking", actions: "setPlace" },
            // What was heard belongs to the words as they were then.
            "text.changed": { target: ".quiet", actions: "clearSound" },
          },
          states: {
            quiet: { description: "Nothing is played; says why where that failed." },
            speaking: {
              description: "The words are made into sound.",
              invoke: {
                id: "hear",
                src: "hear",
                input: ({ event }) => heardIn(event as Hear),
                onDone: { target: "heard", actions: "setHeard" },
                onError: { target: "quiet", actions: "setSoundProblem" },
              },
            },
            heard: {
              description: "The sound is played.",
              invoke: { id: "player", src: "player", input: ({ context }) => context.heard },
            },
          },
        },
        preview: {
          description: "What keeps the text from being sent, and what it costs.",
          initial: "following",
          states: {
            following: {
              description: "The preview belongs to the text on the screen.",
              on: { "text.changed": "pausing" },
            },
            pausing: {
              description: "Waits for a pause in typing.",
              after: { typingPause: { target: "following", actions: "sendPreview" } },
              on: { "text.changed": { target: "pausing", reenter: true } },
            },
          },
        },
        deed: {
          description: "What is being done to the translation besides writing it.",
          initial: "none",
          states: {
            none: {
              description: "Nothing is being done.",
              meta: { heading: "translation.steps", actions: ["translation.save", "part.cancel"] },
              on: {
                "review.pressed": "acting",
                "approve.pressed": "acting",
                "remove.pressed": "acting",
                "translate.pressed": "acting",
                "back.pressed": { actions: "sendBack" },
              },
            },
            acting: {
              description: "Reviews, approves, removes or has it translated; what loses text is asked.",
              invoke: {
                id: "command",
                src: "command",
                input: ({ context, event }) =>
                  commandOf(context.opened as Translation, event as { readonly type: `${TranslationVerb}.pressed` }),
                onDone: [{ guard: "isCancelled", target: "none" }, { target: "#translationEditor.opening" }],
              },
            },
          },
        },
      },
    },
    left: { type: "final", description: "The person went on; the page ends with it." },
  },
})

export type TranslationEditorSnapshot = SnapshotFrom<typeof translationEditorMachine>
