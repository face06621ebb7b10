import { describe, expect, it } from "vitest"
import { companiesMachine } from "#machines/administration/companies.machine.ts"
import { sampleCompany } from "#tests/support/companySamples.ts"
import { changedMeanwhile, companiesWalk } from "./companies.walk.ts"
import { pathsOf } from "#tests/paths/paths.ts"

const walk = pathsOf(companiesMachine, companiesWalk)

describe("the companies chart", () => {
  it("suspends and deletes only what was confirmed", () => {
    const begun = walk.paths.flatMap(({ events }) =>
      events.flatMap(({ type }, index) =>
        /\.(suspend|remove|removeAddress)$/.test(type) ? [events.slice(0, index).map((event) => event.type)] : [],
      ),
    )
    expect(begun.length).toBeGreaterThan(3)
    for (const before of begun) expect(before).toContain("confirm.pressed")
  })

  it("keeps the reason of a refusal beside its company until the person turns elsewhere", () => {
    const kept = walk.states.filter(({ context }) => context.refused !== null)
    expect(kept.length).toBeGreaterThan(0)
    for (const { context } of kept) {
      expect(context.refused).toEqual({ hashedId: sampleCompany.hashedId, problem: changedMeanwhile })
    }
    const turned = walk.paths.filter(({ events }) => events.at(-1)?.type === "url.changed")
    for (const { snapshot } of turned) expect(snapshot.context.refused).toBeNull()
  })
})
