import type { CallFlow } from "#schemas/outreach/callFlow.ts"

const say = (text: string) => ({ _tag: "Speech", text }) as const

/** A flow with every kind of step; it may be published. */
export const fluShotCall: CallFlow = {
  ringSeconds: 30,
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
