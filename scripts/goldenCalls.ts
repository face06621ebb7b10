import type { CallFlow } from "#schemas/outreach/callFlow.ts"

const said = { _tag: "Speech", text: "Hello." } as const
/** A call that offers to be called no more. */
export const recallCall: CallFlow = {
  ...{ ringSeconds: 30, retries: [], voicemail: { _tag: "EndCall" } },
  steps: [
    {
      ...{ _tag: "Menu", stepId: 1, name: "Menu", prompt: said, keySeconds: 5, repeats: 0, wrongKey: "", otherwise: 3 },
      keys: [{ key: "9", next: 2 }],
    },
    { _tag: "OptOut", stepId: 2, name: "Stop the calls", prompt: said, scope: "calls", next: 3 },
    { _tag: "HangUp", stepId: 3, name: "Goodbye" },
  ],
}
