import { describe, expect, it } from "vitest"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { unreachable } from "#schemas/session/problems.ts"
import { endedElsewhere } from "#schemas/session/signOutProblem.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { sessionWalk } from "./session.walk.ts"

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

  it("knows a person exactly while one is signed in", () => {
    for (const { snapshot } of walk.paths)
      expect(snapshot.context.person !== null).toBe(snapshot.matches({ person: "signedIn" }))
  })

  const person = (accessIds: ReadonlyArray<number>) => ({
    outcome: "signedIn",
    person: { userId: 3, accessIds },
    at: 5,
  })
  const lacks = (lacking: string) => ({ type: "rights.changed", lacking })
  const read = (accessIds: ReadonlyArray<number>) => [
    { type: "xstate.done.actor.readRights", output: person(accessIds), actorId: "readRights" },
    { type: "xstate.after.rightsPause.session.person.signedIn.resting" },
  ]
  const signedIn = [
    { type: "xstate.done.actor.restore", output: { token: "kept" }, actorId: "restore" },
    { type: "xstate.done.actor.login", output: person([1]), actorId: "login" },
  ]
  it.each([
    ["not again what was asked for in vain", [lacks("4,14"), ...read([1]), lacks("4,14")], "current"],
    ["again once something else is lacking", [lacks("4,14"), ...read([1]), lacks("4,5,14")], "rereading"],
    ["again what came and was lost since", [lacks("4"), ...read([1, 4]), lacks("4")], "rereading"],
  ] as const)("asks for rights that a token lacks, %s", (_, events, state) => {
    const seen = after(sessionMachine, [...signedIn, ...events], { expected: true, tab: "b" })
    expect(seen.value.person).toEqual({ signedIn: state })
  })
})
