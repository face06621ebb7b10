import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { companyLifecycle } from "#machines/lifecycles/company.lifecycle.ts"
import { companyTable } from "#machines/lifecycles/company.lifecycle.ts"
import type { CompanyEvent } from "#schemas/administration/events.ts"
import { CompanyId } from "#schemas/ids.ts"
import type { Problem } from "#schemas/problem.ts"
import {
  changeCompanyState,
  deleteCompany,
  judgeContract,
  storeCompany,
} from "#server/administration/companies/company.commands.ts"
import { systemContext } from "#server/handle.ts"
import { readCompany } from "#server/administration/companies/company.queries.ts"
import type { Database } from "#server/store/Database.ts"
import type { EventStore } from "#server/store/EventStore.ts"
import { MovableClock } from "#server/store/MovableClock.ts"
import { declaredTransitions } from "#tests/paths/instrument.ts"
import { pathsOf } from "#tests/paths/paths.ts"
import { superAdmin } from "#tests/support/companyWithNumber.ts"
import { company } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { storeOn } from "#tests/support/outreach.ts"
import { takenByEvents } from "./taken.ts"

type Type = CompanyEvent["_tag"]
const { paths } = pathsOf(companyLifecycle, {})

const dates = { contractStart: "2026-06-01", contractEnd: "2026-12-31" }
/** A day on which the dates say so. */
const days = { notStarted: "2026-05-01", active: "2026-07-01", expired: "2027-02-01" }
type Dated = keyof typeof days
const isDated = (state: string): state is Dated => state in days

let made = 0

/** A company's number and what may be done to it while it stands in some state. */
const open = (companyId: CompanyId) => {
  let names = 0
  const context = systemContext(companyId, `company-${companyId}`)
  const at = (state: string) =>
    Effect.flatMap(MovableClock, (clock) =>
      clock.move(Date.parse(`${days[isDated(state) ? state : "notStarted"]}T12:00:00Z`)),
    )
  const save = Effect.suspend(() =>
    storeCompany(context, companyId, { ...company, ...dates, code: `L${companyId}`, name: `Name ${(names += 1)}` }),
  )
  const named = (act: (hashedId: string) => Effect.Effect<unknown, Problem, Database | EventStore>) =>
    Effect.flatMap(readCompany(companyId), (found) => act(found?.hashedId ?? "AbsentCompany000000000"))
  const calls: Readonly<Record<Type, Effect.Effect<unknown, Problem, Database | EventStore>>> = {
    CompanyCreated: save,
    CompanyRevised: save,
    ContractBegan: judgeContract(context, companyId, days.active),
    ContractEnded: judgeContract(context, companyId, days.expired),
    ContractPostponed: judgeContract(context, companyId, days.notStarted),
    CompanySuspended: named((hashedId) => changeCompanyState(superAdmin, hashedId, "suspend", {})),
    CompanyReinstated: named((hashedId) => changeCompanyState(superAdmin, hashedId, "reinstate", {})),
    CompanyRetired: named((hashedId) => deleteCompany(superAdmin, hashedId, "Company", {})),
  }
  const state = Effect.map(readCompany(companyId), (found) => found?.state ?? "retired")
  return { calls, at, state }
}

layer(storeOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })(
  "the life of a company on the server",
  (it) => {
    it.effect.each(paths.map((path) => [path.events.map(({ type }) => type as Type)] as const))(
      "is the chart's, and what the chart does not take is refused: %s",
      ([types]) =>
        Effect.gen(function* () {
          const { calls, at, state } = open(CompanyId.make((made += 1)))
          let expected: Parameters<typeof companyTable.allowed>[0] = companyTable.initial
          for (const type of types) {
            yield* at(expected)
            yield* calls[type]
            expected = companyTable.next(expected, type) ?? expected
            expect(yield* state).toBe(expected)
            const allowed = companyTable.allowed(expected)
            for (const wish of ["CompanySuspended", "CompanyReinstated", "CompanyRetired"] as const) {
              if (allowed.includes(wish)) continue
              const { problem } = yield* Effect.flip(calls[wish])
              expect(problem).toBe(expected === "retired" ? "NotFound" : "NotAllowedNow")
            }
            expect(yield* state).toBe(expected)
          }
        }),
    )

    it.effect("took every transition of the chart, and no other", () =>
      Effect.gen(function* () {
        const { taken, strange } = yield* takenByEvents(companyLifecycle)
        expect(declaredTransitions(companyLifecycle).filter((name) => !taken.has(name))).toEqual([])
        expect(strange).toEqual([])
      }),
    )
  },
)
