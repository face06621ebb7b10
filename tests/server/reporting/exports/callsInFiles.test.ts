import { expect, layer } from "@effect/vitest"
import { Array as Arr, Effect, Stream } from "effect"
import { callChannel } from "#schemas/outreach/callFlow.ts"
import { CampaignId, CompanyId, TemplateId } from "#schemas/ids.ts"
import { firstCallLayout } from "#schemas/outreach/firstLayouts.ts"
import type { FixedSource } from "#schemas/outreach/responseFile.ts"
import { responseCells } from "#server/outreach/responseFiles/responseFile.rule.ts"
import { columnsOfTemplate } from "#server/outreach/responseFiles/responseHeaders.queries.ts"
import { foundAnyTemplate } from "#server/outreach/templates/template.queries.ts"
import { exportPages, readParts, responsePages } from "#server/reporting/exports/exportRows.queries.ts"
import { callServices, firstOf, prepareCalls, reported, step } from "#tests/support/carriedCalls.ts"

const layout = {
  ...firstCallLayout,
  columns: (["state", "callOutcome", "callSeconds", "keysPressed", "recordings"] satisfies Array<FixedSource>).map(
    (source) => ({ header: source, source }),
  ),
}

layer(callServices, { excludeTestServices: true, timeout: "2 minutes" })("a file of a campaign of calls", (it) => {
  it.effect("has of each person how the last call ended, how long all were, the keys and the recordings", () =>
    Effect.gen(function* () {
      const calls = yield* prepareCalls(1, undefined, 2)
      const [first, second] = [yield* firstOf(calls), yield* firstOf(calls.slice(1))]
      yield* step(first)
      yield* step(first, "af", { Digits: "3" })
      yield* step(first, "af3f", { Digits: "2" })
      yield* step(first, "af3f2f", {
        RecordingUrl: `https://api.example.test/Recordings/RE${"a".repeat(32)}`,
        RecordingDuration: "7",
        Digits: "hangup",
      })
      yield* reported(first, "completed", { CallDuration: "41", AnsweredBy: "human" })
      yield* reported(second, "no-answer")

      const scope = { companyId: CompanyId.make(1), campaignId: CampaignId.make(1), range: null }
      const parts = yield* readParts(scope)
      const rows = Arr.flatten(yield* Stream.runCollect(responsePages(scope, parts)))
      expect(rows.map((row) => responseCells(layout, row, "UTC"))).toEqual([
        ["Pressed a key", "Answered", "41", "3, 2", "1"],
        ["Not reached", "No one answered", "0", "", "0"],
      ])
      const exported = Arr.flatten(yield* Stream.runCollect(exportPages(scope, parts)))
      expect(exported.map((row) => row.calls.length)).toEqual([1, 1])
    }),
  )

  it.effect("may hold what only calls have, and nothing that only texts have", () =>
    Effect.gen(function* () {
      yield* prepareCalls(2)
      const template = yield* foundAnyTemplate(CompanyId.make(2), TemplateId.make(2))
      expect(template.channel).toBe(callChannel)
      const sources = (yield* columnsOfTemplate(CompanyId.make(2), template)).map(({ source }) => source)
      expect(sources).toEqual(expect.arrayContaining(["callOutcome", "callSeconds", "keysPressed", "recordings"]))
      expect(sources).not.toContain("segments")
      expect(sources).not.toContain("replyText")
    }),
  )
})
