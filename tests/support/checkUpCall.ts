import type { CallFlow, PhoneKey } from "#schemas/outreach/callFlow.ts"

const say = (text: string) => ({ _tag: "Speech", text }) as const
const key = (one: PhoneKey, next: number) => ({ key: one, next })

/** What calls of measurements and of long checks do; each way through it ends in a sentence with "Goodbye". */
export const checkUpCall: CallFlow = {
  ringSeconds: 20,
  retries: [
    { outcome: "no-answer", times: 2, minutes: 30 },
    { outcome: "busy", times: 1, minutes: 10 },
    { outcome: "machine", times: 1, minutes: 60 },
  ],
  voicemail: { _tag: "LeaveMessage", prompt: say("This is {{ companyName }}. Please call us back. Goodbye.") },
  steps: [
    { _tag: "Say", stepId: 1, name: "Greeting", prompt: say("Hello {{ firstName }}."), next: 2 },
    {
      ...{ _tag: "Menu", stepId: 2, name: "Menu", keySeconds: 5, repeats: 1, wrongKey: "", otherwise: 6 },
      prompt: say("To confirm your visit, press 1. To be called back, press 2. To stop these calls, press 9."),
      keys: [key("1", 3), key("2", 4), key("9", 5)],
    },
    { _tag: "Say", stepId: 3, name: "Thank you", prompt: say("Thank you. Goodbye."), next: 7 },
    {
      ...{ _tag: "Record", stepId: 4, name: "Call-back request", recordSeconds: 60, next: 3 },
      prompt: say("Please say when after the tone."),
    },
    {
      ...{ _tag: "OptOut", stepId: 5, name: "Stop calls", scope: "calls", next: 7 },
      prompt: say("We call you no more. Goodbye."),
    },
    { _tag: "Say", stepId: 6, name: "Another time", prompt: say("We try another time. Goodbye."), next: 7 },
    { _tag: "HangUp", stepId: 7, name: "Hang up" },
  ],
}
