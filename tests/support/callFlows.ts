import fc from "fast-check"
import { phoneKeys, type CallFlow, type CallStep } from "#schemas/outreach/callFlow.ts"

const say = (text: string) => ({ _tag: "Speech", text }) as const

/** A flow with every kind of step; it may be published. */
export const fluShotCall: CallFlow = {
  ringSeconds: 30,
  retries: [],
  voicemail: { _tag: "LeaveMessage", prompt: say("This is {{ companyName }}. Please call us back.") },
  steps: [
    { _tag: "Say", stepId: 1, name: "Greeting", prompt: say("Hello {{ firstName }}."), next: 2 },
    {
      ...{ _tag: "Menu", stepId: 2, name: "Main menu", keySeconds: 5, repeats: 2, otherwise: 8 },
      prompt: say("To book, press 1. To be called back, press 2. For opening hours, press 3. To stop, press 9."),
      wrongKey: "That key does nothing here.",
      keys: [
        { key: "1", next: 3 },
        { key: "2", next: 4 },
        { key: "3", next: 5 },
        { key: "9", next: 6 },
      ],
    },
    {
      ...{ _tag: "Transfer", stepId: 3, name: "Booking desk", phone: "+12125550140", ringSeconds: 30, next: 4 },
      prompt: say("One moment."),
    },
    {
      ...{ _tag: "Record", stepId: 4, name: "Call-back request" },
      prompt: say("After the tone."),
      recordSeconds: 60,
      next: 7,
    },
    { _tag: "Say", stepId: 5, name: "Opening hours", prompt: say("We are open from nine."), next: 2 },
    { ...{ _tag: "OptOut", stepId: 6, name: "Stop calls", scope: "calls" }, prompt: say("We stop calling."), next: 8 },
    { _tag: "Say", stepId: 7, name: "Thank you", prompt: say("We call you back."), next: 8 },
    { _tag: "HangUp", stepId: 8, name: "Hang up" },
  ],
}

const [greeting, ...rest] = fluShotCall.steps
/** A call flow that may be published: it says who calls. */
export const publishableCall: CallFlow = {
  ...fluShotCall,
  steps: [
    { ...greeting!, prompt: { _tag: "Speech", text: "Hello {{ firstName }}, {{ companyName }} calls." } } as never,
    ...rest,
  ],
}

/** Flows of up to seven steps that lead anywhere, some of which may be published. */
export const anyCallFlow = fc.integer({ min: 1, max: 7 }).chain((count) => {
  const next = fc.integer({ min: 1, max: count }).map((one): number | null => one)
  const prompt = { _tag: "Speech", text: "Hello." } as const
  const step = (stepId: number): fc.Arbitrary<CallStep> => {
    const named = { stepId, name: `Step ${stepId}`, prompt }
    return fc.oneof(
      next.map((one) => ({ ...named, _tag: "Say" as const, next: one })),
      next.map((one) => ({ ...named, _tag: "OptOut" as const, scope: "calls" as const, next: one })),
      next.map((one) => ({ ...named, _tag: "Transfer" as const, phone: "+12125550140", ringSeconds: 30, next: one })),
      fc.constant({ _tag: "HangUp" as const, stepId, name: named.name }),
      fc
        .tuple(
          fc.uniqueArray(fc.constantFrom(...phoneKeys), { minLength: 1, maxLength: 4 }),
          fc.array(next, { minLength: 4, maxLength: 4 }),
          next,
          fc.integer({ min: 0, max: 3 }),
        )
        .map(([keys, nexts, otherwise, repeats]) => ({
          ...{ ...named, _tag: "Menu" as const, keySeconds: 5, repeats, wrongKey: "", otherwise },
          keys: keys.map((key, index) => ({ key, next: nexts[index] ?? null })),
        })),
    )
  }
  return fc
    .tuple(...Array.from({ length: count }, (_, index) => step(index + 1)))
    .map((steps): CallFlow => ({ ...fluShotCall, steps }))
})
