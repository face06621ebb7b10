import { describe, expect, it } from "vitest"
import { renewalMachine } from "#machines/session/renewal.machine.ts"
import { signInFailed, unreachable } from "#schemas/session/problems.ts"
import { after, pathsOf } from "#tests/paths/paths.ts"
import { askingRenewalWalk, silentRenewalWalk } from "./renewal.walk.ts"

const asking = pathsOf(renewalMachine, askingRenewalWalk)
const silent = pathsOf(renewalMachine, silentRenewalWalk)

const failed = (id: string, error: unknown) => ({ type: `xstate.error.actor.${id}`, error, actorId: id })

describe("the renewal chart", () => {
  it("opens a window only from the dialog: never without a press", () => {
    const opened = [...asking.paths, ...asking.places].filter(({ events }) =>
      events.some(({ type }) => type.endsWith("actor.inWindow")),
    )
    expect(opened).not.toEqual([])
    for (const { events } of opened) {
      const types = events.map(({ type }) => type)
      const answer = types.findIndex((type) => type.endsWith("actor.inWindow"))
      expect(types.slice(0, answer)).toContain("signIn.pressed")
    }
  })

  it("says why in every state of the dialog", () => {
    for (const state of asking.states) if (state.hasTag("asking")) expect(state.context.problem?.message).toMatch(/\w/)
  })

  it("asks no one where no page is open", () => {
    expect(silent.states.filter((state) => state.hasTag("asking"))).toEqual([])
  })

  it.each([
    ["the connection", unreachable()],
    ["another application's sign-in", signInFailed("client_mismatch")],
  ])("asks no one about %s", (_, problem) => {
    expect(after(renewalMachine, [failed("silently", problem)], { mayAsk: true }).value).toBe("refused")
  })

  it("keeps the dialog when the window is blocked or closed, with the reason and the way out", () => {
    for (const code of ["empty_window_error", "user_cancelled", "timed_out", "interaction_in_progress"]) {
      const problem = signInFailed(code)
      const events = [
        failed("silently", signInFailed("login_required")),
        { type: "signIn.pressed" },
        failed("inWindow", problem),
      ]
      const state = after(renewalMachine, events, { mayAsk: true })
      expect(state.value).toEqual({ asking: "waiting" })
      expect(state.context.problem).toEqual(problem)
    }
  })
})
