import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { responseFileTable } from "#machines/lifecycles/responseFile.lifecycle.ts"
import { responseFileLifecycle } from "#machines/lifecycles/responseFile.lifecycle.ts"
import { firstLayout } from "#schemas/outreach/firstLayouts.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { freshCompany, handlers, makeClient, saved } from "#tests/support/outreachCalls.ts"
import { takenByEvents } from "./taken.ts"

const { paths } = pathsOf(responseFileLifecycle, {})

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("the life of a response file on the server", (it) => {
  it.effect.each(paths.map((path) => [path.events.map(({ type }) => type)] as const))(
    "is the chart's, and what the chart does not take is refused: %s",
    ([types]) =>
      Effect.gen(function* () {
        const companyId = yield* freshCompany()
        yield* Effect.gen(function* () {
          const { Template } = yield* makeClient
          const { templateId, hashedId } = yield* saved(companyId)
          let files = 0
          const calls = {
            ResponseFileSaved: Effect.suspend(() =>
              Template.SaveResponseFile({
                headers: {},
                payload: { templateId, ...firstLayout, fileName: `file ${(files += 1)}` },
              }),
            ),
            ResponseFileDeleted: Template.DeleteResponseFile({ headers: {}, query: { templateId } }),
          }
          let state: Parameters<typeof responseFileTable.allowed>[0] = responseFileTable.initial
          for (const type of types as ReadonlyArray<keyof typeof calls>) {
            yield* Effect.asVoid<unknown, object, never>(calls[type] as never)
            state = responseFileTable.next(state, type) ?? state
            const { data } = yield* Template.GetResponseFile({ query: { temphashedId: hashedId } })
            expect(data?.fileName ?? "none").toBe(state === "kept" ? `file ${files}` : "none")
            const allowed = responseFileTable.allowed(state)
            if (!allowed.includes("ResponseFileDeleted"))
              expect(yield* Effect.flip(calls.ResponseFileDeleted)).toMatchObject({ problem: "NotAllowedNow", allowed })
          }
        }).pipe(asCompany(companyId))
      }),
  )

  it.effect("took every transition of the chart, and no other", () =>
    Effect.gen(function* () {
      const { taken, strange } = yield* takenByEvents(responseFileLifecycle)
      expect(declaredTransitions(responseFileLifecycle).filter((name) => !taken.has(name))).toEqual([])
      expect(strange).toEqual([])
    }),
  )
})
