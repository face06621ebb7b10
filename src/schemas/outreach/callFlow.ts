import { Schema } from "effect"
import { e164Form } from "../e164.ts"
import { TrimmedText } from "../trimmedText.ts"
import { Serial } from "../ids.ts"
import type { ChannelName } from "./channel.ts"
import { CallVoice } from "./voice.ts"

/** The number of a step within its call flow. Steps keep their number when others are moved, added or deleted. */
export const StepId = Serial.check(Schema.isLessThanOrEqualTo(999))
export type StepId = typeof StepId.Type

/** The channel of call flows. */
export const callChannel = "IVR" satisfies ChannelName

/** Limits of a call flow, its seconds and its texts (docs/decisions/083-call-flows.md). */
export const callFlowLimits = {
  steps: 60,
  promptCharacters: 3_000,
  nameCharacters: 40,
  ringSeconds: { minimum: 15, maximum: 60 },
  keySeconds: { minimum: 1, maximum: 30 },
  /** How often a menu is said again after no key or another one. */
  repeats: { minimum: 0, maximum: 5 },
  recordSeconds: { minimum: 5, maximum: 120 },
  /** How often a call is tried again after one outcome, and how many minutes after the attempt: at most a week. */
  retries: { minimum: 1, maximum: 5 },
  retryMinutes: { minimum: 5, maximum: 10_080 },
} as const

/** The keys of a phone, in the order in which they lie on it. */
export const phoneKeys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"] as const
export const PhoneKey = Schema.Literals(phoneKeys)
export type PhoneKey = typeof PhoneKey.Type

const seconds = (range: { readonly minimum: number; readonly maximum: number }) =>
  Schema.Int.check(Schema.isBetween(range, { message: `Enter ${range.minimum} to ${range.maximum} seconds.` }))

const Name = TrimmedText.check(
  Schema.isMinLength(1, { message: "Name the step." }),
  Schema.isMaxLength(callFlowLimits.nameCharacters, { message: "Enter a name of at most 40 characters." }),
)

/** A text that a voice speaks, in Liquid. */
export const SpokenText = Schema.String.check(
  Schema.isMaxLength(callFlowLimits.promptCharacters, { message: "Say at most 3000 characters in one step." }),
)

/** What a caller hears: a text in Liquid that a voice speaks, or a recording by the hash of its sound. */
export const Prompt = Schema.Union([
  Schema.TaggedStruct("Speech", { text: SpokenText }),
  Schema.TaggedStruct("Recording", { sound: Schema.String }),
])
export type Prompt = typeof Prompt.Type

/** The step that follows; null while none is chosen, where the call would end in silence. */
const Next = Schema.NullOr(StepId)

const step = { stepId: StepId, name: Name }

/** One step of a call. Its words are those of carriers' call control: say, gather keys, record, dial, hang up. */
export const CallStep = Schema.Union([
  Schema.TaggedStruct("Say", { ...step, prompt: Prompt, next: Next }),
  /** Asks for one key. Asked for the last time without a key that leads on, the call goes to `otherwise`. */
  Schema.TaggedStruct("Menu", {
    ...step,
    prompt: Prompt,
    keys: Schema.Array(Schema.Struct({ key: PhoneKey, next: Next })),
    keySeconds: seconds(callFlowLimits.keySeconds),
    repeats: Schema.Int.check(
      Schema.isBetween(callFlowLimits.repeats, { message: "A menu is said again at most 5 times." }),
    ),
    /** What is said after a key that leads nowhere, before the menu is said again. */
    wrongKey: SpokenText,
    otherwise: Next,
  }),
  /** Records the caller until `#`, silence or the longest time. */
  Schema.TaggedStruct("Record", {
    ...step,
    prompt: Prompt,
    recordSeconds: seconds(callFlowLimits.recordSeconds),
    next: Next,
  }),
  /** Connects the caller with a number; goes on where no one answers there. */
  Schema.TaggedStruct("Transfer", {
    ...step,
    prompt: Prompt,
    phone: Schema.String,
    ringSeconds: seconds(callFlowLimits.ringSeconds),
    next: Next,
  }),
  /** Opts the caller out of calls, or of calls and texts. */
  Schema.TaggedStruct("OptOut", { ...step, prompt: Prompt, scope: Schema.Literals(["calls", "all"]), next: Next }),
  Schema.TaggedStruct("HangUp", step),
])
export type CallStep = typeof CallStep.Type
export type Menu = Extract<CallStep, { readonly _tag: "Menu" }>

/** What happens where a machine answers: the call ends, leaves a message after the beep, or is tried again later. */
export const Voicemail = Schema.Union([
  Schema.TaggedStruct("EndCall", {}),
  Schema.TaggedStruct("LeaveMessage", { prompt: Prompt }),
  Schema.TaggedStruct("TryLater", {}),
])
export type Voicemail = typeof Voicemail.Type

/** A number names one step: by it keys lead there. */
const numberedOnce = Schema.makeFilter(
  (steps: ReadonlyArray<CallStep>) => new Set(steps.map(({ stepId }) => stepId)).size === steps.length,
  { message: "Each step needs a number of its own." },
)

/** The outcomes after which a call may be tried again. `machine` is one only where the voicemail says to try later. */
export const retriedOutcomes = ["no-answer", "busy", "machine", "failed"] as const
export type RetriedOutcome = (typeof retriedOutcomes)[number]

/** After which outcome a call is tried again, how often, and how long after the attempt. */
export const Retry = Schema.Struct({
  outcome: Schema.Literals(retriedOutcomes),
  times: Schema.Int.check(Schema.isBetween(callFlowLimits.retries, { message: "A call is tried again 1 to 5 times." })),
  minutes: Schema.Int.check(Schema.isBetween(callFlowLimits.retryMinutes, { message: "Enter 5 minutes to 7 days." })),
})
export type Retry = typeof Retry.Type

const outcomesOnce = Schema.makeFilter(
  (retries: ReadonlyArray<Retry>) => new Set(retries.map(({ outcome }) => outcome)).size === retries.length,
  { message: "An outcome stands here twice." },
)

/** What a call does, from the answer to its end. The first step is where a person's call begins. */
export const CallFlow = Schema.Struct({
  steps: Schema.Array(CallStep).check(
    Schema.isMinLength(1, { message: "Add a step." }),
    Schema.isMaxLength(callFlowLimits.steps, { message: "A call flow has at most 60 steps." }),
    numberedOnce,
  ),
  voicemail: Voicemail,
  /** How long it rings before no one answers. */
  ringSeconds: seconds(callFlowLimits.ringSeconds),
  /** When no one was reached; none: the first attempt is the only one. */
  retries: Schema.Array(Retry).check(outcomesOnce),
  /** Who speaks the texts; none: the carrier's own voice. */
  voice: Schema.optionalKey(CallVoice),
  /** The number that people see when they are called, unless a campaign chooses another; none: each campaign chooses. */
  callerId: Schema.optionalKey(
    Schema.String.check(Schema.isPattern(e164Form, { message: "Choose a number of the list." })),
  ),
}).annotate({ identifier: "CallFlow" })
export type CallFlow = typeof CallFlow.Type
