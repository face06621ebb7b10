import { usualPreferences } from "#schemas/preferences.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { rightsLongPauseMillis } from "#schemas/constants.ts"
import { CompanyId, UserId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import { signInAgain, unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

/** Who signs in. */
export const samplePerson = {
  userId: UserId.make(3),
  userType: 2,
  userName: "n@example.test",
  displayName: "N",
  companyId: CompanyId.make(2),
  companyName: "C",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1, 4],
} as const

const idleSeen = (presence: string, leadership: string) => ({
  type: "xstate.snapshot.idle",
  snapshot: { value: { presence, leadership } },
})

const failing = { error: unreachable() }
const done = { output: undefined }

const key: ChartWalk["key"] = (snapshot) => {
  const { person: current, rightsRest, lacking, isOvertaken, login, problem } = snapshot.context
  const isResting = snapshot.matches({ person: { signedIn: "resting" } })
  const isCurrent = snapshot.matches({ person: { signedIn: "current" } })
  return [
    current !== null,
    isResting && rightsRest === rightsLongPauseMillis,
    isCurrent && lacking !== "",
    isOvertaken,
    login,
    problem?.problem,
  ]
}

/** Everything that can happen to a session that is expected to come back. */
export const sessionWalk: ChartWalk = {
  machine: sessionMachine,
  input: { expected: true, tab: "b" },
  events: [
    { type: "signIn.pressed" },
    { type: "signOut.pressed" },
    { type: "retry.pressed" },
    { type: "cancel.pressed" },
    { type: "leave.pressed" },
    { type: "token.lost" },
    { type: "account.locked" },
    { type: "rights.changed", lacking: "1" },
    { type: "account.changed" },
    { type: "way.opened" },
    { type: "login.started" },
    { type: "logout.started" },
    { type: "acquireToken.started" },
    { type: "ssoSilent.started" },
    { type: "handleRedirect.started" },
    { type: "interaction.ended" },
    idleSeen("active", "leading"),
    idleSeen("idle", "leading"),
    idleSeen("idle", "following"),
  ],
  outcomes: {
    restore: [{ output: { token: "kept" } }, { output: { token: "none" } }, failing],
    redirectToSignIn: [failing],
    login: [
      { output: { outcome: "signedIn", person: samplePerson, at: 5 } },
      { output: { outcome: "locked" } },
      { output: { outcome: "refused", refusal: "invalid" } },
      { output: { outcome: "refused", refusal: "contractExpired" } },
      { output: { outcome: "refused", refusal: "contractNotStarted" } },
      { error: signInAgain() },
    ],
    readRights: [
      { output: { outcome: "signedIn", person: samplePerson, at: 5 } },
      { output: { outcome: "signedIn", person: { ...samplePerson, accessIds: [1, 4, 5] }, at: 5 } },
      { output: { outcome: "locked" } },
      { output: { outcome: "refused", refusal: "contractExpired" } },
      failing,
      { error: problem("Unavailable", "No token with these rights came.") },
    ],
    signOut: [done, failing],
    lose: [done, failing],
    expire: [done, failing],
    follow: [{ output: { isAlone: false } }, { output: { isAlone: true } }, failing],
  },
  key,
}

/** A person without an expected session waits for nothing before signing in. */
export const newcomerWalk: ChartWalk = {
  machine: sessionMachine,
  input: { expected: false, tab: "b" },
  events: [{ type: "signIn.pressed" }],
  outcomes: { restore: [{ output: { token: "none" } }] },
  key,
}
