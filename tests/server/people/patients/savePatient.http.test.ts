import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { CompanyId } from "#schemas/ids.ts"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { newPatient } from "#tests/support/people.requests.ts"
import { handlers, makeClient, wholeImport } from "../calling.ts"
import { makeCompany, newCompany } from "../importing.ts"

const save = (draft: Partial<typeof newPatient>) =>
  Effect.gen(function* () {
    const client = yield* makeClient
    return (yield* client.Database.SavePatient({ headers: {}, payload: { ...newPatient, ...draft } })).data
  })

/** How many patients a company has. */
const count = (companyId: CompanyId) =>
  Effect.gen(function* () {
    const { sql, company } = yield* Database
    const [row] = yield* company(companyId)(sql<{ count: number }>`select count(*)::int as count from patients`)
    return row?.count
  })

layer(handlers, { excludeTestServices: true, timeout: 60_000 })("SavePatient", (it) => {
  it.effect("adds a patient as an import would: phone in E.164, zone by ZIP, found by search, no consent assumed", () =>
    Effect.gen(function* () {
      yield* makeCompany(CompanyId.make(1))
      const client = yield* makeClient
      const { patient, isNew } = yield* save({})
      expect(isNew).toBe(true)
      expect(patient).toMatchObject({
        ...{ firstName: "Ines", lastName: "Duarte", dob: "1984-02-29", phone: "+18055550157", externalId: null },
        ...{ language: "es", zip: "93101", zones: ["America/Los_Angeles"], zoneSource: "zip", smsConsent: "unknown" },
      })
      const found = yield* client.Database.SearchPatients({ query: {}, payload: { search: "duarte" } })
      expect(found.data).toEqual([patient])
      yield* wholeImport(CompanyId.make(1), "First name,Last name,Cell\nInes,Duarte,805 555 0157\n", "May")
      expect(yield* count(CompanyId.make(1))).toBe(1)
    }).pipe(asCompany(CompanyId.make(1))),
  )

  it.effect("makes someone who is on record not twice, and changes nothing of them", () =>
    Effect.gen(function* () {
      const companyId = yield* newCompany(2)
      const { patient } = yield* save({ externalId: "NW-1" })
      const known = { patient, isNew: false }
      expect(yield* save({ externalId: "nw-1", firstName: "Other", zip: "10016" })).toEqual(known)
      expect(yield* save({ firstName: "INÊS", phone: "+1 805-555-0157" })).toEqual(known)
      expect(yield* save({ externalId: "NW-2" })).toEqual(known)
      expect(yield* save({ dob: null })).toEqual(known)
      expect(yield* count(companyId)).toBe(1)
      expect((yield* save({ dob: "2009-05-01", externalId: "NW-3" })).isNew).toBe(true)
      expect((yield* save({ firstName: "Rui" })).isNew).toBe(true)
    }).pipe(asCompany(CompanyId.make(2))),
  )

  it.effect("knows nothing of another company's patients", () =>
    Effect.gen(function* () {
      yield* newCompany(3)
      expect((yield* save({ externalId: "NW-1" })).isNew).toBe(true)
    }).pipe(asCompany(CompanyId.make(3))),
  )

  it.effect("adds one of two who are sent at once, and says in the log that it did, by id alone", () =>
    Effect.gen(function* () {
      const companyId = yield* newCompany(5)
      const answers = yield* Effect.all([save({}), save({})], { concurrency: 2 })
      expect(answers.map(({ isNew }) => isNew).toSorted()).toEqual([false, true])
      expect(yield* count(companyId)).toBe(1)
      const { sql, company } = yield* Database
      const log = yield* company(companyId)(sql<{ data: object }>`
        select data from events where company_id = ${companyId} and type = 'PatientAdded'`)
      expect(log).toEqual([{ data: { patientId: answers[0].patient.patientId } }])
    }).pipe(asCompany(CompanyId.make(5))),
  )

  it.effect("says at its field what cannot be taken", () =>
    Effect.gen(function* () {
      const companyId = yield* newCompany(6)
      const refused = (draft: Partial<typeof newPatient>) =>
        Effect.map(Effect.flip(save(draft)), (failure) =>
          "errors" in failure ? failure.errors?.map(({ field }) => field) : failure,
        )
      expect(yield* Effect.flip(save({ phone: "805 555" }))).toMatchObject({
        problem: "Invalid",
        errors: [{ field: "phone", message: "Enter a valid phone number, for example +1 415 555 0123." }],
      })
      expect(yield* refused({ dob: "2199-01-01" })).toEqual(["dob"])
      expect(yield* refused({ zip: "abc", phone: "1" })).toEqual(["phone", "zip"])
      expect(yield* refused({ firstName: "A\u0000b" })).toEqual(["firstName"])
      for (const wrong of [{ firstName: "a".repeat(101) }, { lastName: " " }, { dob: "1899-12-31" }, { phone: "" }])
        expect(yield* Effect.exit(save(wrong))).toMatchObject({ _tag: "Failure" })
      expect(yield* count(companyId)).toBe(0)
    }).pipe(asCompany(CompanyId.make(6))),
  )
})
