import { describe, expect, it } from "vitest"
import { createActor, fromPromise, SimulatedClock, waitFor } from "xstate"
import { sessionMachine } from "#machines/session/session.machine.ts"
import type { LoginOutcome, Restored } from "#schemas/session/outcome.ts"
import { problem } from "#schemas/problem.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { endedElsewhere } from "#schemas/session/signOutProblem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sessionWalk, samplePerson } from "./session.walk.ts"

const walk = pathsOf(sessionMachine, sessionWalk)

describe("the session chart", () => {
  it("never stands at sign-in without a reason because a token was lost, in whatever state it was", () => {
    const lost = [...walk.paths, ...walk.places].flatMap(({ steps }) =>
      steps.filter(
        ({ event }, index) => event.type.endsWith("actor.lose") && steps[index - 1]?.event.type === "token.lost",
      ),
    )
    expect(lost).not.toEqual([])
    for (const { snapshot } of lost) expect(snapshot.context.problem?.message).toMatch(/session|sign-in/)
  })

  it.each([
    ["after a sign-in that failed", [{ type: "xstate.error.actor.login", error: unreachable(), actorId: "login" }]],
    ["while signing in", []],
  ] as const)("says why at sign-in when another tab ended the session %s", (_, events) => {
    const kept = { type: "xstate.done.actor.restore", output: { token: "kept" }, actorId: "restore" }
    const all = [kept, ...events, { type: "token.lost" }, { type: "xstate.done.actor.lose", actorId: "lose" }]
    const seen = after(sessionMachine, all, { expected: true, tab: "b" })
    expect([seen.value.person, seen.context.problem]).toEqual(["signedOut", endedElsewhere()])
  })

  it.each([
    ["broke off here, whatever the sentence", [{ type: "token.lost", problem: endedElsewhere() }], true],
    ["was ended in another tab", [{ type: "token.lost" }], false],
    [
      "was given up after a call that failed",
      [
        { type: "xstate.error.actor.login", error: unreachable(), actorId: "login" },
        { type: "retry.pressed" },
        { type: "xstate.after.patience.session.person.loggingIn.waiting" },
        { type: "cancel.pressed" },
      ],
      false,
    ],
  ] as const)("remembers whether its page is returned to: when it %s", (_, events, brokeOff) => {
    const kept = { type: "xstate.done.actor.restore", output: { token: "kept" }, actorId: "restore" }
    const all = [kept, ...events, { type: "xstate.done.actor.lose", actorId: "lose" }]
    const seen = after(sessionMachine, all, { expected: true, tab: "b" })
    expect([seen.value.person, seen.context.brokeOff]).toEqual(["signedOut", brokeOff])
    const next = after(sessionMachine, [...all, { type: "signIn.pressed" }], { expected: true, tab: "b" })
    expect(next.context.brokeOff).toBe(false)
  })

  it("knows a person exactly while one is signed in", () => {
    for (const { snapshot } of walk.paths)
      expect(snapshot.context.person !== null).toBe(snapshot.matches({ person: "signedIn" }))
  })

  const person = (accessIds: ReadonlyArray<number>): LoginOutcome => ({
    outcome: "signedIn",
    person: { ...samplePerson, accessIds },
    at: 5,
  })
  const lacks = (lacking: string) => ({ type: "rights.changed", lacking })
  const rested = { type: "xstate.after.rightsPause.session.person.signedIn.resting" }
  const restedUnread = { type: "xstate.after.rightsPause.session.person.signedIn.unread" }
  const read = (accessIds: ReadonlyArray<number>) => [
    { type: "xstate.done.actor.readRights", output: person(accessIds), actorId: "readRights" },
    rested,
  ]
  const failed = { type: "xstate.error.actor.readRights", error: unreachable(), actorId: "readRights" }
  const noToken = problem("Unavailable", "The provider gives no token without the person.")
  const ungiven = { type: "xstate.error.actor.readRights", error: noToken, actorId: "readRights" }
  const restedDelayed = { type: "xstate.after.rightsPause.session.person.signedIn.delayed" }
  const signedIn = [
    { type: "xstate.done.actor.restore", output: { token: "kept" }, actorId: "restore" },
    { type: "xstate.done.actor.login", output: person([1]), actorId: "login" },
  ]
  it.each([
    ["not again what was asked for without success", [lacks("4,14"), ...read([1]), lacks("4,14")], "current"],
    ["again once something else is lacking", [lacks("4,14"), ...read([1]), lacks("4,5,14")], "rereading"],
    ["again what came and was lost since", [lacks("4"), ...read([1, 4]), lacks("4")], "rereading"],
    ["again what could not be read, after a rest", [lacks("4"), failed, restedUnread], "rereading"],
    ["again what could not be read, once the way is open", [lacks("4"), failed, { type: "way.opened" }], "rereading"],
    [
      "not at each look at the page, where the provider gave no token",
      [lacks("4"), ungiven, { type: "way.opened" }],
      "delayed",
    ],
    ["again what the provider gave no token for, after a rest", [lacks("4"), ungiven, restedDelayed], "rereading"],
    ["not because an answer says so while a reading that failed rests", [lacks("4"), failed, lacks("4")], "unread"],
  ] as const)("asks for rights that a token lacks, %s", (_, events, state) => {
    const seen = after(sessionMachine, [...signedIn, ...events], { expected: true, tab: "b" })
    expect(seen.value.person).toEqual({ signedIn: state })
  })

  it("reads rights again that changed while they were read, and shows those it has meanwhile", () => {
    const changed = { type: "account.changed" }
    const seen = after(sessionMachine, [...signedIn, changed, changed, ...read([1, 4]).slice(0, 1)], {
      expected: true,
      tab: "b",
    })
    expect([seen.value.person, seen.context.person?.accessIds]).toEqual([{ signedIn: "rereading" }, [1, 4]])
    const last = after(
      sessionMachine,
      [...signedIn, changed, changed, ...read([1, 4]).slice(0, 1), ...read([4]).slice(0, 1)],
      {
        expected: true,
        tab: "b",
      },
    )
    expect([last.value.person, last.context.person?.accessIds]).toEqual([{ signedIn: "resting" }, [4]])
  })

  it("reads rights again by itself after ever longer rests while reading fails, and after the first one once it did not", async () => {
    const clock = new SimulatedClock()
    let answer: () => Promise<LoginOutcome> = () => Promise.reject(unreachable())
    const machine = sessionMachine.provide({
      actors: {
        restore: fromPromise<Restored>(() => Promise.resolve({ token: "kept" })),
        login: fromPromise<LoginOutcome>(() => Promise.resolve(person([1]))),
        readRights: fromPromise<LoginOutcome>(() => answer()),
      },
    })
    const actor = createActor(machine, { input: { expected: true, tab: "b" }, clock })
    const isIn = (state: "current" | "resting" | "unread") =>
      waitFor(actor, (snapshot) => snapshot.matches({ person: { signedIn: state } }))
    actor.start()
    const rests: Array<number> = []
    const restIn = async (state: "resting" | "unread") => {
      await isIn(state)
      let minutes = 0
      while (actor.getSnapshot().matches({ person: { signedIn: state } })) {
        clock.increment(60_000)
        minutes += 1
      }
      rests.push(minutes)
    }
    await isIn("current")
    actor.send({ type: "account.changed" })
    for (let times = 0; times < 4; times += 1) await restIn("unread")
    answer = () => Promise.resolve(person([1, 4]))
    await restIn("unread")
    await restIn("resting")
    answer = () => Promise.reject(unreachable())
    await isIn("current")
    actor.send({ type: "account.changed" })
    await restIn("unread")
    actor.stop()
    expect(rests).toEqual([2, 4, 8, 15, 15, 1, 2])
  })
})
