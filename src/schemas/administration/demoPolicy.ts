import { anyone, one, type PolicyRow } from "../policyRow.ts"

/** The calls of the demo. */
export const demoPolicy = {
  "Demo.GetClock": anyone,
  "Demo.MoveClock": { types: [1, 2], every: [] },
  "Demo.GetHandsets": anyone,
  "Demo.SearchHandsets": anyone,
  "Demo.GetHandset": anyone,
  "Demo.SendReply": anyone,
  "Demo.ActOnCall": anyone,
  // Next to this, the right to see the thing itself.
  "Demo.GetHistory": one("Console"),
} as const satisfies Record<string, PolicyRow>
