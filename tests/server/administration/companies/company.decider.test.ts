import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { companyTable } from "#machines/lifecycles/company.lifecycle.ts"
import { CompanyId } from "#schemas/ids.ts"
import {
  companyDecider,
  type CompanyCommand,
  type CompanyFold,
} from "#server/administration/companies/company.decider.ts"
import { contractOn } from "#server/administration/companies/contract.rule.ts"

const { initialState, decide, evolve } = companyDecider
const after = (fold: CompanyFold, command: CompanyCommand): CompanyFold =>
  Result.getOrElse(decide(fold, command), () => []).reduce(evolve, fold)
const eventsOf = (fold: CompanyFold, command: CompanyCommand) =>
  Result.getOrThrow(decide(fold, command)).map(({ _tag }) => _tag)

const save = (contractStart: string | null, contractEnd: string | null, today: string): CompanyCommand => ({
  _tag: "SaveCompany",
  companyId: CompanyId.make(7),
  changed: ["contractEnd"],
  contractStart,
  contractEnd,
  today,
})
const running = after(initialState, save("2026-01-01", "2026-12-31", "2026-06-01"))

describe("a company", () => {
  it.each([
    ["before its contract", "2025-12-31", ["CompanyCreated"], "notStarted"],
    ["on the first day", "2026-01-01", ["CompanyCreated", "ContractBegan"], "active"],
    ["on the last day", "2026-12-31", ["CompanyCreated", "ContractBegan"], "active"],
    ["the day after", "2027-01-01", ["CompanyCreated", "ContractEnded"], "expired"],
  ] as const)("made %s is where its dates say", (_, today, events, state) => {
    const command = save("2026-01-01", "2026-12-31", today)
    expect(eventsOf(initialState, command)).toEqual(events)
    expect(after(initialState, command).state).toBe(state)
  })

  it("comes back when an ended contract is renewed, and waits when it is put off", () => {
    const ended = after(running, { _tag: "JudgeContract", today: "2027-02-01" })
    expect(ended.state).toBe("expired")
    expect(eventsOf(ended, save("2026-01-01", "2027-12-31", "2027-02-01"))).toEqual(["CompanyRevised", "ContractBegan"])
    expect(eventsOf(running, save("2027-01-01", "2027-12-31", "2026-06-01"))).toEqual([
      "CompanyRevised",
      "ContractPostponed",
    ])
  })

  it("stays suspended whatever its dates do, and is reinstated to where they stand", () => {
    const suspended = after(running, { _tag: "SuspendCompany" })
    expect(after(suspended, { _tag: "JudgeContract", today: "2030-01-01" }).state).toBe("suspended")
    expect(after(suspended, save(null, null, "2026-06-02")).state).toBe("suspended")
    expect(after(suspended, { _tag: "ReinstateCompany", today: "2026-06-02" }).state).toBe("active")
    expect(after(suspended, { _tag: "ReinstateCompany", today: "2027-06-02" }).state).toBe("expired")
  })

  it.each([
    ["one with a campaign", { openCampaigns: 1 }, "One campaign of this company is still open. Cancel it first."],
    ["one with campaigns", { openCampaigns: 3 }, "3 campaigns of this company are still open. Cancel them first."],
  ])("is not deleted: %s", (_, facts, message) => {
    const refused = decide(running, { _tag: "RetireCompany", ...facts })
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({ problem: "NotAllowedNow", message })
  })

  it("takes nothing once it is deleted", () => {
    const retired = after(running, { _tag: "RetireCompany", openCampaigns: 0 })
    expect(retired.state).toBe("retired")
    for (const command of [save(null, null, "2026-06-01"), { _tag: "SuspendCompany" } as const]) {
      expect(Result.isFailure(decide(retired, command))).toBe(true)
    }
  })

  it("stores nothing when a save changes nothing", () => {
    expect(eventsOf(running, { ...save("2026-01-01", "2026-12-31", "2026-06-01"), changed: [] } as never)).toEqual([])
  })
})

const day = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const date = fc.option(day)
const command: fc.Arbitrary<CompanyCommand> = fc.oneof(
  fc.tuple(date, date, day).map(([start, end, today]) => save(start, end, today)),
  day.map((today) => ({ _tag: "JudgeContract", today }) as const),
  fc.constant({ _tag: "SuspendCompany" } as const),
  day.map((today) => ({ _tag: "ReinstateCompany", today }) as const),
)

describe("whatever happens to a company", () => {
  it("after it was judged it stands where its dates say, unless it was stopped", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), day, (commands, today) => {
        const judged = after(commands.reduce(after, running), { _tag: "JudgeContract", today })
        expect(judged.state).toBe(judged.state === "suspended" ? "suspended" : contractOn(judged, today))
      }),
    )
  })

  it("its events are those that its chart takes", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 20 }), (commands) => {
        let fold = running
        for (const one of commands) {
          for (const event of Result.getOrElse(decide(fold, one), () => [])) {
            expect(companyTable.allowed(fold.state)).toContain(event._tag)
            fold = evolve(fold, event)
          }
        }
      }),
    )
  })
})
