import type { PolicyRow } from "../policyRow.ts"

const texting: PolicyRow = { every: [["SMS", "Campaign"], ["DatabaseSetup"]] }

/** Who may text one person or a handful: who sees people and texts; sending needs the right to launch too. */
export const quickSendPolicy = {
  "QuickSend.GetQuickChoices": texting,
  "QuickSend.PreviewQuickText": texting,
  "QuickSend.SendQuickText": { every: [["SMS", "Campaign"], ["DatabaseSetup"], ["Actions"]] },
} as const satisfies Record<`QuickSend.${string}`, PolicyRow>
