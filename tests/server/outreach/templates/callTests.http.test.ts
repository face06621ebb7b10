import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { TemplateId } from "#schemas/ids.ts"
import { callTestLimits, type Happening } from "#schemas/outreach/callTest.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { publishableCall } from "#tests/support/callFlows.ts"
import {
  absent,
  freshCompany,
  handlersWithCalls,
  ivrCall,
  makeIvrClient,
  reservedTemplate,
  saved,
} from "#tests/support/outreachCalls.ts"

const optOut: ReadonlyArray<Happening> = ["PersonAnswered", "StepFinished", "9", "StepFinished", "StepFinished"]
const test = (templateId: TemplateId, name = "Opts out", happened = optOut, testId?: number) => ({
  payload: { templateId, name, happened, ...(testId === undefined ? {} : { testId }) },
})

layer(handlersWithCalls, { excludeTestServices: true, timeout: 60_000 })("the kept tests of call flows", (it) => {
  it.effect("are kept with what the newest version leads to, replaced and removed, and stay where it is changed", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        const templateId = yield* reservedTemplate
        const { data: saved } = yield* Outreach.SaveIvr(ivrCall(companyId, templateId))
        expect(saved.tests).toEqual([])
        const headers = (version: number) => ({ headers: { "if-match": String(version) } })

        const kept = yield* Outreach.KeepIvrTest({ ...headers(1), ...test(templateId, "  Opts out ") })
        const first = { testId: 1, name: "Opts out", happened: optOut, passed: [1, 2, 6, 8], end: "ended" }
        expect(kept.data).toMatchObject({ tests: [first], version: 1, streamVersion: 2, state: "draft" })
        const { data: busy } = yield* Outreach.KeepIvrTest({ ...headers(2), ...test(templateId, "Busy", ["Busy"]) })
        expect(busy.tests).toMatchObject([first, { testId: 2, passed: [], end: "busy" }])

        yield* Template.PublishTemplate({ ...headers(3), query: { templateId } })
        const steps = publishableCall.steps.map((step) => (step._tag === "OptOut" ? { ...step, next: 7 } : step))
        const longer = ivrCall(companyId, templateId, undefined, { ...publishableCall, steps })
        expect((yield* Outreach.SaveIvr({ ...longer, ...headers(4) })).data.tests).toEqual(busy.tests)
        const by7: ReadonlyArray<Happening> = [...optOut, "StepFinished"]
        const again = yield* Outreach.KeepIvrTest({ ...headers(5), ...test(templateId, "Opts out", by7, 1) })
        expect(again.data.tests).toMatchObject([{ testId: 1, passed: [1, 2, 6, 7, 8], happened: by7 }, { testId: 2 }])

        yield* Outreach.RemoveIvrTest({ ...headers(6), payload: { templateId, testId: 2 } })
        const { data: found } = yield* Outreach.GetIvr({ query: { temphashedId: saved.hashedId } })
        expect([found.tests.map(({ testId }) => testId), found.streamVersion]).toEqual([[1], 7])
        const next = yield* Outreach.KeepIvrTest({ ...headers(7), ...test(templateId, "Busy", ["Busy"]) })
        expect(next.data.tests.map(({ testId }) => testId)).toEqual([1, 3])
        const { data: list } = yield* Outreach.GetIvrList({ query: {} })
        expect(list).toMatchObject([{ name: "Flu shot call", state: "revised" }])
        expect(JSON.stringify(list)).not.toContain("Opts out")
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are refused where the call is not over, the name is taken, or the version is not the newest", () =>
    Effect.gen(function* () {
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach, Template } = yield* makeIvrClient
        const templateId = yield* reservedTemplate
        yield* Outreach.SaveIvr(ivrCall(companyId, templateId))
        const keep = (asked: ReturnType<typeof test>, headers = {}) => Outreach.KeepIvrTest({ headers, ...asked })
        yield* keep(test(templateId))
        const half = test(templateId, "Half", optOut.slice(0, 3))
        expect(yield* Effect.flip(keep(half))).toMatchObject({ problem: "Invalid" })
        // Who is late learns that first.
        expect(yield* Effect.flip(keep(half, { "if-match": "1" }))).toMatchObject({ problem: "StaleVersion" })
        expect(yield* Effect.flip(keep(test(templateId, "OPTS OUT", ["Busy"])))).toMatchObject({
          ...{ problem: "AlreadyExists", errors: [{ field: "name" }] },
        })
        expect(yield* Effect.flip(keep(test(templateId, "Gone", optOut, 9)))).toMatchObject(absent)
        const remove = (testId: number, headers = {}) =>
          Outreach.RemoveIvrTest({ headers, payload: { templateId, testId } })
        expect(yield* Effect.flip(remove(9))).toMatchObject(absent)
        expect(yield* Effect.flip(remove(1, { "if-match": "1" }))).toMatchObject({ problem: "StaleVersion" })
        expect((yield* keep(test(templateId, "Opts out", optOut, 1))).data.streamVersion).toBe(2)

        for (let made = 1; made < callTestLimits.tests; made += 1)
          yield* keep(test(templateId, `Test ${made}`, ["Busy"]))
        expect(yield* Effect.flip(keep(test(templateId, "One more")))).toMatchObject({
          ...{ problem: "Invalid", message: expect.stringContaining("at most 50 tests") },
        })
        yield* keep(test(templateId, "Opts out by 9", optOut, 1))

        yield* Template.DeleteTemplate({ headers: {}, query: { templateId } })
        expect(yield* Effect.flip(keep(test(templateId)))).toMatchObject(absent)
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("are the call flow’s own: neither a text nor another company has them", () =>
    Effect.gen(function* () {
      const other = yield* freshCompany()
      const theirs = yield* Effect.gen(function* () {
        const { Outreach } = yield* makeIvrClient
        const { data } = yield* Outreach.SaveIvr(ivrCall(other, yield* reservedTemplate))
        return (yield* Outreach.KeepIvrTest({ headers: {}, ...test(data.templateId) })).data
      }).pipe(asCompany(other))
      const companyId = yield* freshCompany()
      yield* Effect.gen(function* () {
        const { Outreach } = yield* makeIvrClient
        const text = yield* saved(companyId)
        for (const templateId of [theirs.templateId, text.templateId]) {
          expect(yield* Effect.flip(Outreach.KeepIvrTest({ headers: {}, ...test(templateId) }))).toMatchObject(absent)
          const removal = Outreach.RemoveIvrTest({ headers: {}, payload: { templateId, testId: 1 } })
          expect(yield* Effect.flip(removal)).toMatchObject(absent)
        }
      }).pipe(asCompany(companyId))
    }),
  )
})
