import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { deleteAddress, deleteCompany, reinstateCompany, saveCompany, suspendCompany } from "#effects/Companies.ts"
import { sampleCompany } from "#tests/support/companySamples.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"

const { companyId, company, hashedId } = sampleCompany

describe("the calls of a company", () => {
  it.effect("name the version the person saw, and none for a company that is new", () => {
    const { calls, provide } = fakeServer(({ path }) => ({
      data: path === "Company/DeleteCompany" ? {} : sampleCompany,
    }))
    return Effect.gen(function* () {
      yield* saveCompany({ companyId, company, version: 0 }, "command-1")
      yield* saveCompany({ companyId, company, version: 2 }, "command-2")
      yield* suspendCompany({ hashedId, version: 2 }, "command-3")
      yield* reinstateCompany({ hashedId, version: 3 }, "command-4")
      yield* deleteAddress({ hashedId: "bbbbbbbbbbbbbbbbbbbb", version: 4 }, "command-5")
      yield* deleteCompany({ hashedId, version: 5 }, "command-6")
      expect(calls.map(({ key, match }) => [key, match])).toEqual([
        ["command-1", undefined],
        ["command-2", "2"],
        ["command-3", "2"],
        ["command-4", "3"],
        ["command-5", "4"],
        ["command-6", "5"],
      ])
    }).pipe(provide)
  })
})
