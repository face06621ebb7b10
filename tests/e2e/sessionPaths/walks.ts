import { usualPreferences } from "#schemas/preferences.ts"
import type { AnyEventObject } from "xstate"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { rightsLongPauseMillis } from "#schemas/constants.ts"
import { unexpectedAnswer, unreachable } from "#schemas/session/problems.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"

const person = {
  userId: 3,
  userType: 3,
  userName: "user@northwind.test",
  displayName: "N",
  companyId: 2,
  companyName: "C",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1, 4, 14],
} as const
const done = { output: undefined }
const failing = { error: unreachable() }
const signedIn = { output: { outcome: "signedIn", person, at: 0 } }
const locked = { output: { outcome: "locked" } }
const refused = (refusal: string) => ({ output: { outcome: "refused", refusal } })
const kept = { output: { token: "kept" } }
const none = { output: { token: "none" } }
const idleSeen = (presence: string, leadership: string): AnyEventObject => ({
  type: "xstate.snapshot.idle",
  snapshot: { value: { presence, leadership } },
})
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

/** A library that cannot be loaded says so at once, so that no one waits for it. */
const waitsForServer: ChartWalk["allows"] = (_, { type }) =>
  !type.startsWith("xstate.after.patience.") || type.includes(".loggingIn.")

/** Someone new to this browser. */
const newcomer: ChartWalk = {
  machine: sessionMachine,
  input: { expected: false, tab: "b" },
  events: [{ type: "signIn.pressed" }],
  outcomes: { restore: [none] },
  key,
}

/** Someone whose session this browser kept, and all that can become of it while everything answers. */
const returning: ChartWalk = {
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
    idleSeen("active", "leading"),
    idleSeen("idle", "leading"),
    idleSeen("idle", "following"),
  ],
  outcomes: {
    restore: [kept, none],
    login: [
      signedIn,
      locked,
      refused("invalid"),
      refused("contractExpired"),
      refused("contractNotStarted"),
      failing,
      { error: unexpectedAnswer() },
    ],
    readRights: [signedIn, locked, refused("contractExpired"), failing, { error: unexpectedAnswer() }],
    signOut: [done],
    lose: [done],
    expire: [done],
    follow: [{ output: { isAlone: false } }, { output: { isAlone: true } }],
  },
  key,
}

/** The same while the sign-in library cannot be loaded. */
const withoutLibrary: ChartWalk = {
  machine: sessionMachine,
  input: { expected: true, tab: "b" },
  events: [{ type: "signIn.pressed" }, { type: "signOut.pressed" }, idleSeen("idle", "leading")],
  outcomes: {
    restore: [kept, failing],
    login: [signedIn],
    redirectToSignIn: [failing],
    signOut: [failing],
    expire: [failing],
  },
  key,
  allows: waitsForServer,
}

/** What can happen to a session in a real page, by what the browser and the network are like. */
export const pageWalks = { newcomer, returning, withoutLibrary } as const
export type Situation = keyof typeof pageWalks
