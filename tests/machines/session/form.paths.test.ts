import { describe, expect, it } from "vitest"
import { pathsOf } from "#tests/support/paths.ts"
import { formWalk } from "./form.walk.ts"

const walk = pathsOf(formWalk.machine, formWalk)

describe("the form chart", () => {
  it("submits only values without complaints, and loses none when submitting fails", () => {
    const withServer = walk.states.filter(
      (snapshot) => snapshot.matches("submitting") || snapshot.context.problem?.problem === "Unreachable",
    )
    expect(withServer.length).toBeGreaterThan(1)
    for (const { context } of withServer) expect(context.values.name).toBe("Ada")
  })

  it("ends with the server's answer, or says that it was discarded", () => {
    const ended = walk.states.filter(({ status }) => status === "done").map(({ output }) => output)
    expect(ended).toContainEqual({ discarded: false, value: { id: 7 } })
    expect(ended).toContainEqual({ discarded: true, value: null })
  })
})
