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
})
