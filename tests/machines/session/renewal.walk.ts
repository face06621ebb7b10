import { renewalMachine } from "#machines/session/renewal.machine.ts"
import { signInFailed, someoneElse, unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const renewed = { output: undefined }
const silently = [
  renewed,
  { error: signInFailed("login_required") },
  { error: unreachable() },
  { error: signInFailed("client_mismatch") },
  { error: someoneElse() },
]
const key: ChartWalk["key"] = ({ context }) => context.problem?.message

/** A renewal that may ask the person, who has a page before them. */
export const askingRenewalWalk: ChartWalk = {
  machine: renewalMachine,
  input: { mayAsk: true },
  events: [{ type: "signIn.pressed" }, { type: "cancel.pressed" }, { type: "session.ended" }],
  outcomes: {
    silently,
    inWindow: [
      renewed,
      { error: signInFailed("empty_window_error") },
      { error: signInFailed("user_cancelled") },
      { error: someoneElse() },
    ],
    elsewhere: [renewed],
  },
  key,
}

/** A renewal with no one to ask. */
export const silentRenewalWalk: ChartWalk = {
  machine: renewalMachine,
  input: { mayAsk: false },
  events: [{ type: "session.ended" }],
  outcomes: { silently },
  key,
}
