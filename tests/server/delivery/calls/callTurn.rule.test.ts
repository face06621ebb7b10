import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { callProblems } from "#machines/lifecycles/calls/callChecks.ts"
import { readCallLog } from "#machines/lifecycles/calls/callLog.ts"
import { callTurn, type CallInstruction } from "#server/delivery/calls/callTurn.rule.ts"
import { anyCallFlow, fluShotCall } from "#tests/support/callFlows.ts"

const turnAfter = (log: string) => callTurn(fluShotCall, readCallLog(log) ?? [])
const said = (instructions: ReadonlyArray<CallInstruction>) =>
  instructions.flatMap((one): ReadonlyArray<string> => {
    if (one._tag === "HangUp") return ["(hangs up)"]
    const prompts = one._tag === "Gather" ? one.prompts : [one.prompt]
    return prompts.map((prompt) => (prompt._tag === "Speech" ? prompt.text : prompt.sound))
  })
const menu = "To book, press 1. To be called back, press 2. For opening hours, press 3. To stop, press 9."

describe("a turn of a call", () => {
  it("says all that needs no answer, and asks for a key", () => {
    const { instructions, pressed } = turnAfter("a")
    expect(said(instructions)).toEqual(["Hello {{ firstName }}.", menu])
    expect(instructions.at(-1)).toMatchObject({ _tag: "Gather", seconds: 5, log: "af" })
    expect(pressed).toEqual([])
  })

  it("says of a key without a meaning that it has none, and of one of an earlier menu nothing", () => {
    expect(said(turnAfter("af7").instructions)).toEqual(["That key does nothing here.", menu])
    expect(said(turnAfter("af3").instructions)).toEqual(["We are open from nine.", menu])
    expect(said(turnAfter("afn").instructions)).toEqual([menu])
  })

  it("ends after a menu was asked as often as it may be", () => {
    expect(said(turnAfter("afnnn").instructions)).toEqual(["(hangs up)"])
  })

  it("names the keys that were pressed, by their menus", () => {
    expect(turnAfter("af71t").pressed).toEqual([
      { step: "Main menu", key: "7" },
      { step: "Main menu", key: "1" },
    ])
  })

  it("opts out by a key, says so and hangs up", () => {
    const { instructions, optedOut } = turnAfter("af9")
    expect(said(instructions)).toEqual(["We stop calling.", "(hangs up)"])
    expect(optedOut).toBe("calls")
  })

  it("connects, and goes on where no one answers there", () => {
    expect(turnAfter("af1").instructions).toMatchObject([{ _tag: "Dial", phone: "+12125550140", log: "af1" }])
    expect(turnAfter("af1x").instructions).toMatchObject([{ _tag: "Record", seconds: 60 }])
    expect(said(turnAfter("af1xf").instructions)).toEqual(["We call you back.", "(hangs up)"])
  })

  it("leaves the message at a machine, whatever was said before it was known", () => {
    for (const log of ["m", "am", "afm"]) {
      expect(turnAfter(log)).toMatchObject({ leftMessage: true })
      expect(said(turnAfter(log).instructions)).toEqual([
        "This is {{ companyName }}. Please call us back.",
        "(hangs up)",
      ])
    }
    expect(turnAfter("a").leftMessage).toBe(false)
  })

  it("comes to an answer or the end, in any flow that may be published and after any events", () => {
    const published = anyCallFlow.filter((flow) => callProblems(flow, null).length === 0)
    fc.assert(
      fc.property(published, fc.stringMatching(/^a[fn0-9*#tx]{0,12}$/), (flow, log) => {
        const { instructions } = callTurn(flow, readCallLog(log) ?? [])
        const last = instructions.at(-1)
        expect(["Gather", "Record", "Dial", "HangUp"]).toContain(last?._tag)
        expect(instructions.slice(0, -1).every(({ _tag }) => _tag === "Say")).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it("knows a log by its signs alone", () => {
    expect(readCallLog("af#*0")).toHaveLength(5)
    expect(readCallLog("a?")).toBeUndefined()
    expect(readCallLog("a".repeat(1_001))).toBeUndefined()
  })
})
