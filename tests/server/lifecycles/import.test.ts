import { expect, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApiTest } from "effect/http-api"
import { importLifecycle } from "#machines/lifecycles/import.lifecycle.ts"
import { importTable } from "#machines/lifecycles/import.lifecycle.ts"
import { Api } from "#schemas/api.ts"
import { CompanyId } from "#schemas/ids.ts"
import type { ImportEvent } from "#schemas/people/events.ts"
import { databaseHandlers } from "#server/program/contract.ts"
import { abandonImport, dropUnusedFiles } from "#server/people/imports/endImport.ts"
import { importJob } from "#server/people/imports/import.job.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { cannotOccur } from "#tests/paths/cannotOccur.ts"
import { asCompany, callingAs } from "#tests/support/callingAs.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { importing, makeCompany, upload } from "../people/importing.ts"
import { takenByEvents } from "./taken.ts"

const services = databaseHandlers.pipe(
  Layer.provideMerge(callingAs),
  Layer.provideMerge(importing(embeddedDatabase)),
  Layer.provideMerge(MovableClock.layer.pipe(Layer.provide(embeddedDatabase))),
)
const makeClient = HttpApiTest.groups(Api, ["Database"])

const day = 24 * 3_600_000
const file = "MRN,First name,Last name,Cell\nM1,Ann,Lee,(415) 555-2001\nM2,Bo,Lee,(415) 555-2002\n"
const broken = `${file}M3,"Cy,Lee,(415) 555-2003\n`

/** What people and the server do to an import, in the order in which its lives go. */
const lives = {
  "whole, checked twice": ["check", "work", "check", "work", "run", "work"],
  "cancelled before its check": ["cancel"],
  "cancelled in its check": ["check", "cancel"],
  "cancelled before its run": ["check", "work", "cancel"],
  "cancelled in its run": ["check", "work", "run", "cancel"],
  "forgotten before its check": ["forget"],
  "forgotten before its run": ["check", "work", "forget"],
  "broken in its check": ["check", "give up"],
  "broken in its run": ["check", "work", "run", "give up"],
  "of a file whose quotes never close": ["check", "work"],
} as const
type Action = (typeof lives)[keyof typeof lives][number]

/** What a person may ask of an import, and the event it comes to. */
const wishes = { check: "ImportCheckStarted", run: "ImportStarted", cancel: "ImportCancelled" } as const

let companies = 0
const open = Effect.fnUntraced(function* (companyId: CompanyId, content: string) {
  const client = yield* makeClient
  const importId = yield* upload(companyId, content)
  const found = Effect.map(client.Database.GetImport({ query: { importId } }), ({ data }) => data.import)
  const { mapping } = yield* found
  const work = { companyId, importId }
  const payload = { importId }
  const clock = yield* MovableClock
  const actions = {
    check: client.Database.CheckImport({ headers: {}, payload: { importId, listName: "Spring", mapping } }),
    run: client.Database.RunImport({ headers: {}, payload }),
    cancel: client.Database.CancelImport({ headers: {}, payload }),
    work: importJob(work),
    "give up": abandonImport(companyId, importId),
    forget: Effect.gen(function* () {
      const { createdOn } = yield* found
      yield* clock.move(Date.parse(createdOn) + day + 60_000)
      yield* dropUnusedFiles()
    }),
  }
  return { actions: actions as unknown as Readonly<Record<Action, Effect.Effect<unknown, object>>>, found }
})

layer(services, { excludeTestServices: true, timeout: 60_000 })("the life of an import on the server", (it) => {
  const probed = new Set<string>()

  it.effect.each(Object.entries(lives))("refuses in each state what the chart does not take: %s", ([name, life]) =>
    Effect.gen(function* () {
      const companyId = CompanyId.make((companies += 1))
      yield* makeCompany(companyId)
      yield* Effect.gen(function* () {
        const { actions, found } = yield* open(companyId, name.includes("quotes") ? broken : file)
        for (const action of [undefined, ...life]) {
          if (action !== undefined) yield* actions[action]
          const before = yield* found
          probed.add(before.state)
          const allowed: ReadonlyArray<ImportEvent["_tag"]> = importTable.allowed(before.state)
          for (const wish of ["check", "run", "cancel"] as const) {
            if (allowed.includes(wishes[wish])) continue
            const refusal = yield* Effect.flip(actions[wish])
            expect(refusal).toMatchObject({ problem: "NotAllowedNow", statusCode: "409", allowed })
          }
          expect(yield* found).toEqual(before)
        }
      }).pipe(asCompany(companyId))
    }),
  )

  it.effect("took every transition of the chart that anything can bring, and no other", () =>
    Effect.gen(function* () {
      const { taken, strange } = yield* takenByEvents(importLifecycle)
      expect(declaredTransitions(importLifecycle).filter((one) => !taken.has(one))).toEqual(
        Object.keys(cannotOccur.import),
      )
      expect(strange).toEqual([])
      expect([...probed].toSorted()).toEqual(importTable.states.filter((state) => state !== "expected").toSorted())
    }),
  )
})
