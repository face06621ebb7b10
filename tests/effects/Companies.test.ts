import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import {
  deleteAddress,
  deleteCompany,
  findCompany,
  reinstateCompany,
  saveCompany,
  suspendCompany,
} from "#effects/Companies.ts"
import { CompanyId } from "#schemas/ids.ts"
import { sampleCompany } from "#tests/support/companySamples.ts"
import { fakeServer } from "#tests/support/fakeServer.ts"

const { companyId, company, hashedId } = sampleCompany

describe("the calls of a company", () => {
  it.effect("find one by its number on any page, and say when there is none", () => {
    const { people: _, ...summary } = { ...sampleCompany, people: 4 }
    const { name, code, timezone, contractStart, contractEnd } = company
    const row = { ...summary, name, code, timezone, contractStart, contractEnd, people: 4 }
    const { provide } = fakeServer(({ path, query }) => {
      if (path === "Company/GetCompanyDetail") return { data: sampleCompany }
      return query["cursor"] === undefined ? { data: [{ ...row, companyId: 9 }], next: "9" } : { data: [row] }
    })
    return Effect.gen(function* () {
      expect((yield* findCompany(companyId)).data).toEqual(sampleCompany)
      expect((yield* Effect.flip(findCompany(CompanyId.make(77)))).problem).toBe("NotFound")
    }).pipe(provide)
  })

  it.effect("name the version the person saw, and 0 for a company that is new", () => {
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
        ["command-1", "0"],
        ["command-2", "2"],
        ["command-3", "2"],
        ["command-4", "3"],
        ["command-5", "4"],
        ["command-6", "5"],
      ])
    }).pipe(provide)
  })
})
