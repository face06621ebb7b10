import { describe, expect, it } from "vitest"
import { operationMachine } from "#machines/session/operation.machine.ts"
import { renewalMachine } from "#machines/session/renewal.machine.ts"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { signInAgain, signInFailed, signInProblems } from "#schemas/session/problems.ts"
import { after } from "#tests/paths/paths.ts"

const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error, actorId: id })
const codes = Object.keys(signInProblems)

/** The chart states in which a code of the sign-in library is shown to a person (docs/policy.md#sign-in). */
describe("a code of the sign-in library reaches the screen", () => {
  it.each(codes)("of sign-in, when the answer of a redirect or the way there failed: %s", (code) => {
    const problem = signInFailed(code)
    const input = { expected: false, tab: "b" }
    for (const events of [
      [failed("restore", problem)],
      [{ type: "signIn.pressed" }, failed("redirectToSignIn", problem)],
    ]) {
      const state = after(sessionMachine, events, input)
      expect(state.matches({ person: "signedOut" })).toBe(true)
      expect(state.context.problem?.message).toBe(signInFailed(code).message)
      const again = after(sessionMachine, [...events, { type: "signIn.pressed" }], input)
      expect(again.matches({ person: "redirecting" })).toBe(true)
      expect(again.context.problem).toBeNull()
    }
  })

  it.each(codes)("over the page, when the window failed: %s", (code) => {
    const events = [
      failed("silently", signInFailed("login_required")),
      { type: "signIn.pressed" },
      failed("inWindow", signInFailed(code)),
    ]
    const state = after(renewalMachine, events, { mayAsk: true })
    expect(state.matches({ asking: "waiting" })).toBe(true)
    expect(state.context.problem?.message).toBe(signInFailed(code).message)
  })

  it.each(codes)("in the operation or at sign-in, when the silent way failed: %s", (code) => {
    const problem = signInFailed(code)
    const state = after(operationMachine, [failed("run", signInAgain()), failed("refresh", problem)], {
      input: {},
    })
    expect(state.value).toBe(problem.problem === "Unreachable" ? "failed" : "signedOut")
    expect(state.context.problem).toEqual(problem)
    const lost = after(
      sessionMachine,
      [
        { type: "xstate.done.actor.restore", output: { token: "kept" } },
        { type: "token.lost", problem },
        { type: "xstate.done.actor.lose", output: undefined },
      ],
      { expected: true, tab: "b" },
    )
    expect(lost.matches({ person: "signedOut" })).toBe(true)
    expect(lost.context.problem).toEqual(problem)
  })
})
