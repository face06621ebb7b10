import { usualPreferences } from "#schemas/preferences.ts"
import { describe, expect, it } from "vitest"
import { sessionMachine, type SessionSnapshot } from "#machines/session/session.machine.ts"
import type { SessionEvent } from "#machines/session/sessionEvents.ts"
import { loginMessages, screens } from "#schemas/session/words.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { SessionView } from "#views/session/SessionView.tsx"
import { after } from "#tests/paths/paths.ts"
import { accessibilityFaults, press, render, textOf } from "#tests/support/render.tsx"
import { recorder } from "#tests/support/seen.ts"

const restored = { type: "xstate.done.actor.restore", output: { token: "kept" }, actorId: "restore" }
const nothingKept = { type: "xstate.done.actor.restore", output: { token: "none" }, actorId: "restore" }
const login = (output: unknown) => ({ type: "xstate.done.actor.login", output, actorId: "login" })
const refused = (refusal: string) => [restored, login({ outcome: "refused", refusal })]
const failed = [restored, { type: "xstate.error.actor.login", error: unreachable(), actorId: "login" }]
const person = {
  userId: 3,
  userType: 3,
  userName: "n@example.test",
  displayName: "N",
  companyId: 2,
  companyName: "C",
  companyZone: "America/Los_Angeles",
  preferences: usualPreferences,
  actingCompany: null,
  accessIds: [1],
} as const
const signedIn = [restored, login({ outcome: "signedIn", person, at: 0 })]
const idle = (leadership: string) => ({
  type: "xstate.snapshot.idle",
  snapshot: { value: { presence: "idle", leadership } },
})

const screensByState = [
  ["starting", [], "Admin View"],
  ["signed out", [nothingKept], "Admin View"],
  ["redirecting", [nothingKept, { type: "signIn.pressed" }], "Going to sign-in…"],
  [
    "redirecting for long",
    [nothingKept, { type: "signIn.pressed" }, { type: "xstate.after.patience.session.person.redirecting.waiting" }],
    "Going to sign-in…",
  ],
  ["logging in", [restored], "Signing you in…"],
  [
    "logging in for long",
    [restored, { type: "xstate.after.patience.session.person.loggingIn.waiting" }],
    "Signing you in…",
  ],
  ["refused: unknown person", refused("invalid"), loginMessages.invalid],
  ["refused: contract expired", refused("contractExpired"), loginMessages.contractExpired],
  ["refused: contract not started", refused("contractNotStarted"), loginMessages.contractNotStarted],
  ["refused: no server", failed, "The server could not be reached."],
  ["locked", [restored, login({ outcome: "locked" })], screens.accountLocked.message + loginMessages.locked],
  ["signing out", [...failed, { type: "leave.pressed" }], "Signing you out…"],
  [
    "signed out without the provider's word",
    [...failed, { type: "leave.pressed" }, { type: "xstate.after.patience.session.person.signingOut" }],
    "You are signed out here, but the sign-in service did not answer.",
  ],
  ["losing the token", [...signedIn, { type: "token.lost" }], "Signing you out…"],
  ["expiring", [...signedIn, idle("leading")], "Signing you out…"],
  ["expired in another tab", [...signedIn, idle("following")], "Signing you out…"],
  [
    "session out",
    [
      ...signedIn,
      idle("following"),
      { type: "xstate.done.actor.follow", output: { isAlone: false }, actorId: "follow" },
    ],
    screens.sessionOut.message,
  ],
] as const

type Promised = { readonly heading?: string; readonly actions?: ReadonlyArray<string> }
/** What the chart says the screen of a state has: a heading and actions. */
const promised = (snapshot: SessionSnapshot) => {
  const metas = Object.values(snapshot.getMeta()) as ReadonlyArray<Promised>
  return {
    heading: metas.findLast(({ heading }) => heading)?.heading,
    actions: metas.flatMap(({ actions = [] }) => actions),
  }
}

const show = async (events: ReadonlyArray<{ readonly type: string }>, dark = false, expected = false) => {
  const { sent, send } = recorder<SessionEvent>()
  const snapshot = after(sessionMachine, events, { expected, tab: "b" }) as SessionSnapshot
  const rendered = await render(<SessionView snapshot={snapshot} send={send} />, { dark })
  return { ...rendered, sent, snapshot }
}

describe("the screens outside the layout", () => {
  it.each(screensByState)(
    "%s: has exactly what its state promises, sends only what the chart takes, and is accessible",
    async (_, events, text) => {
      const { container, sent, snapshot } = await show(events)
      const { heading, actions } = promised(snapshot)
      expect(textOf(container)).toContain(text)
      expect(textOf(container.querySelector("h1"))).toBe(heading)
      expect([...container.querySelectorAll("button")].map(textOf)).toEqual(actions)
      for (const name of actions) await press(name, container)
      expect(sent.filter((event) => !snapshot.can(event))).toEqual([])
      expect(await accessibilityFaults(container)).toEqual([])
    },
  )

  it.each([
    [
      "what can help: another person, where the server has refused this one",
      refused("contractExpired"),
      "Sign in as someone else",
    ],
    ["what can help: another try, where the server could not be asked", failed, "Try again"],
  ] as const)("makes its main button %s", async (_, events, main) => {
    const { container } = await show(events)
    expect([...container.querySelectorAll("button:not(.sheet-button-quiet)")].map(textOf)).toEqual([main])
  })

  it.each([
    ["nothing to press while a session is expected to come back", [], []],
    ["Cancel when that takes long", [{ type: "xstate.after.patience.session.person.starting.waiting" }], ["Cancel"]],
  ] as const)("offers %s", async (_, events, actions) => {
    const { container, snapshot } = await show(events, false, true)
    expect(textOf(container)).toContain("Signing you in…")
    expect(promised(snapshot).actions).toEqual(actions)
    expect([...container.querySelectorAll("button")].map(textOf)).toEqual(actions)
  })

  it("has enough contrast in the dark", async () => {
    const { container } = await show(refused("invalid"), true)
    expect(await accessibilityFaults(container)).toEqual([])
  })

  it("puts the focus on the heading, so that a screen reader starts there", async () => {
    await show([nothingKept])
    expect(textOf(document.activeElement)).toBe("Admin View")
  })
})
