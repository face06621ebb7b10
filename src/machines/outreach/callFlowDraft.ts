import type { CallFlow, CallStep, Prompt, StepId, Voicemail } from "#schemas/outreach/callFlow.ts"

/** The kinds of steps, in the order in which they are offered. */
export const stepKinds = ["Say", "Menu", "Record", "Transfer", "OptOut", "HangUp"] as const satisfies ReadonlyArray<
  CallStep["_tag"]
>
export type StepKind = (typeof stepKinds)[number]

/** The longest recording by the microphone, in seconds: it comes uncompressed, and two minutes have 3.8 of the 5 MB. */
export const mostRecordedSeconds = 120

const speech = (text: string) => ({ _tag: "Speech", text }) as const

/** A step of a kind as it is added: with what most calls need, and leading nowhere yet. */
export const newStep = (kind: StepKind, stepId: StepId, name: string): CallStep => {
  const step = { stepId, name }
  switch (kind) {
    case "Say":
      return { _tag: kind, ...step, prompt: speech(""), next: null }
    case "Menu":
      return {
        ...{ _tag: kind, ...step, prompt: speech(""), keys: [{ key: "1", next: null }] },
        ...{ keySeconds: 5, repeats: 2, wrongKey: "", otherwise: null },
      }
    case "Record":
      return { _tag: kind, ...step, prompt: speech(""), recordSeconds: 60, next: null }
    case "Transfer":
      return { _tag: kind, ...step, prompt: speech(""), phone: "", ringSeconds: 30, next: null }
    case "OptOut":
      return { _tag: kind, ...step, prompt: speech(""), scope: "calls", next: null }
    case "HangUp":
      return { _tag: kind, ...step }
  }
}

/** The number of the step that is added next: one above the highest, so that no number means two steps. */
export const nextStepId = ({ steps }: CallFlow): StepId => Math.max(0, ...steps.map(({ stepId }) => stepId)) + 1

/** The flow with a step more, right after one or at the end; a step that led nowhere leads to it. */
export const withStep = (flow: CallFlow, step: CallStep, after: StepId | null): CallFlow => {
  const place = flow.steps.findIndex(({ stepId }) => stepId === after)
  const end = place === -1 ? flow.steps.length : place + 1
  const before = flow.steps
    .slice(0, end)
    .map((one, index) => (index === place && "next" in one && one.next === null ? { ...one, next: step.stepId } : one))
  return { ...flow, steps: [...before, step, ...flow.steps.slice(end)] }
}

const without = (next: StepId | null, gone: StepId): StepId | null => (next === gone ? null : next)

/** The flow without a step; what led to it leads nowhere, which the checks name. */
export const withoutStep = (flow: CallFlow, gone: StepId): CallFlow => ({
  ...flow,
  steps: flow.steps
    .filter(({ stepId }) => stepId !== gone)
    .map((step) => {
      if (step._tag === "HangUp") return step
      if (step._tag !== "Menu") return { ...step, next: without(step.next, gone) }
      const keys = step.keys.map((one) => ({ ...one, next: without(one.next, gone) }))
      return { ...step, keys, otherwise: without(step.otherwise, gone) }
    }),
})

/** The flow with a step one place further up; the first step is where a call begins. */
export const withStepRaised = (flow: CallFlow, raised: StepId): CallFlow => {
  const place = flow.steps.findIndex(({ stepId }) => stepId === raised)
  const step = flow.steps[place]
  const above = flow.steps[place - 1]
  if (step === undefined || above === undefined) return flow
  return { ...flow, steps: [...flow.steps.slice(0, place - 1), step, above, ...flow.steps.slice(place + 1)] }
}

/** Whose prompt it is: a step's, or that of the message for a voicemail. */
export type PromptPlace = StepId | "voicemail"

/** The prompt at a place; undefined where that has none. */
export const promptAt = ({ steps, voicemail }: CallFlow, place: PromptPlace): Prompt | undefined => {
  if (place === "voicemail") return voicemail._tag === "LeaveMessage" ? voicemail.prompt : undefined
  const step = steps.find(({ stepId }) => stepId === place)
  return step !== undefined && "prompt" in step ? step.prompt : undefined
}

/** The flow with another prompt at a place; as it is where that has none. */
export const withPrompt = (flow: CallFlow, place: PromptPlace, prompt: Prompt): CallFlow =>
  place === "voicemail"
    ? { ...flow, voicemail: flow.voicemail._tag === "LeaveMessage" ? { ...flow.voicemail, prompt } : flow.voicemail }
    : {
        ...flow,
        steps: flow.steps.map((step) => (step.stepId === place && "prompt" in step ? { ...step, prompt } : step)),
      }

/** The kinds of what happens where a machine answers. */
export const voicemailKinds = ["EndCall", "LeaveMessage", "TryLater"] as const satisfies ReadonlyArray<
  Voicemail["_tag"]
>

/** What happens at a machine, of a kind: a message is written next. */
export const voicemailOf = (kind: Voicemail["_tag"]): Voicemail =>
  kind === "LeaveMessage" ? { _tag: kind, prompt: speech("") } : { _tag: kind }

/** A new call flow: it greets, says who calls and hangs up. */
export const newCallFlow: CallFlow = {
  steps: [
    {
      ...{ _tag: "Say", stepId: 1, name: "Greeting", next: 2 },
      prompt: speech("Hello {{ firstName }}. This is {{ companyName }}."),
    },
    newStep("HangUp", 2, "Hang up"),
  ],
  voicemail: { _tag: "EndCall" },
  ringSeconds: 30,
  retries: [
    { outcome: "no-answer", times: 2, minutes: 120 },
    { outcome: "busy", times: 2, minutes: 15 },
  ],
}
