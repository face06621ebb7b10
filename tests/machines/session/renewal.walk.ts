import { renewalMachine } from "#machines/session/renewal.machine.ts"
import { problem } from "#schemas/problem.ts"
import { signInAgain, unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/support/paths/walk.ts"

const renewed = { output: undefined }
const someoneElse = { error: problem("Forbidden", "Somebody else is signed in.") }

const walkOf = (mayAsk: boolean): ChartWalk => ({
  machine: renewalMachine,
  input: { mayAsk },
  events: mayAsk
    ? [{ type: "signIn.pressed" }, { type: "cancel.pressed" }, { type: "session.ended" }]
    : [{ type: "session.ended" }],
  outcomes: {
    silently: [renewed, { error: signInAgain() }, { error: unreachable() }, someoneElse],
    ...(mayAsk ? { inWindow: [renewed, { error: unreachable() }, someoneElse], elsewhere: [renewed] } : {}),
  },
  key: ({ context }) => context.problem?.problem,
})

/** A renewal that may ask the person, who has a page before them. */
export const askingRenewalWalk = walkOf(true)
/** A renewal with nobody to ask. */
export const silentRenewalWalk = walkOf(false)
