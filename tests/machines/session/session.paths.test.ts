import { describe, expect, it } from "vitest"
import { sessionMachine } from "#machines/session/session.machine.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { sessionWalk } from "./session.walk.ts"

const walk = pathsOf(sessionMachine, sessionWalk)

describe("the session chart", () => {
  it("knows a person exactly while one is signed in", () => {
    for (const { snapshot } of walk.paths)
      expect(snapshot.context.person !== null).toBe(snapshot.matches({ person: "signedIn" }))
  })

  it("keeps no token in a snapshot or an event", () => {
    const journal = JSON.stringify(walk.paths.map(({ events, snapshot }) => [events, snapshot.context]))
    expect(journal).not.toMatch(/access_?token|bearer|eyJ/i)
  })
})
