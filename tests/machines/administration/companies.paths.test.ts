import { describe, expect, it } from "vitest"
import type { AnyEventObject } from "xstate"
import { companiesMachine } from "#machines/administration/companies.machine.ts"
import type { CommandSnapshot } from "#machines/session/command.machine.ts"
import { sampleCompany, suspendedCompany } from "#tests/support/companySamples.ts"
import { after } from "#tests/paths/paths.ts"
import { commandEnded } from "../session/command.walk.ts"
import { changedMeanwhile, companiesWalk, companyReadAgain, seenCompany } from "./companies.walk.ts"

const [, address] = sampleCompany.company.addresses
const at = (events: ReadonlyArray<AnyEventObject>) => after(companiesMachine, events, companiesWalk.input)

describe("the companies chart", () => {
  it("asks before it suspends or deletes, and reinstates and begins to work for a company at once", () => {
    const states = (
      [
        { type: "suspend.pressed", company: sampleCompany },
        { type: "delete.pressed", company: sampleCompany },
        { type: "address.delete.pressed", company: sampleCompany, address },
        { type: "reinstate.pressed", company: suspendedCompany },
        { type: "work.pressed", company: sampleCompany },
      ] as const
    ).map((event) => {
      const command = at([event]).children["command"]?.getSnapshot() as CommandSnapshot
      expect(command.context.verb).toBe(event.type.replace(".pressed", ""))
      return command.value
    })
    const ready = { asking: "ready" }
    expect(states).toEqual([ready, ready, ready, "running", "running"])
  })

  it.each(["suspend", "address.delete"])(
    "decides nothing on what the person's own change is older than: %s",
    (verb) => {
      const pressing = (company: object) =>
        at([
          { type: `${verb}.pressed`, company: sampleCompany, address },
          commandEnded({ verb, subject: sampleCompany, outcome: "done", seen: seenCompany(sampleCompany) }),
          { type: "delete.pressed", company },
        ]).value
      expect(pressing(sampleCompany)).toMatchObject({ deed: "none" })
      expect(pressing(companyReadAgain)).toMatchObject({ deed: "acting" })
    },
  )

  it("keeps the reason of a refusal next to its company until the person turns to another", () => {
    const refused = [
      { type: "suspend.pressed", company: sampleCompany },
      commandEnded({ verb: "suspend", subject: sampleCompany, outcome: "refused", problem: changedMeanwhile }),
    ]
    const turning = (search: object) => at([...refused, { type: "url.changed", search }]).context.last
    expect(at(refused).context.last.problem).toEqual(changedMeanwhile)
    expect(turning({ id: sampleCompany.hashedId, tab: "history" }).problem).toEqual(changedMeanwhile)
    expect(turning({ id: "other" })).toBeNull()
  })
})
