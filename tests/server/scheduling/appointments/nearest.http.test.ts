import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Database } from "#server/store/Database.ts"
import { asCompany } from "#tests/support/callingAs.ts"
import { location } from "#tests/support/contractRequests.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"
import { companyWith, schedulingClient, schedulingOn } from "#tests/support/scheduling.ts"

const places = { "San Francisco": "94105", Boston: "02110", "New York": "10007", Lost: "00000" }

layer(schedulingOn(embeddedDatabase), { excludeTestServices: true, timeout: 60_000 })("where one can book", (it) => {
  it.effect("is first what is nearest to the patient’s ZIP code, with the miles to it, and by name without one", () =>
    Effect.gen(function* () {
      const { companyId, patients } = yield* companyWith(2)
      const [patient = "", stranger = ""] = patients
      const { Appointment, Location } = yield* schedulingClient
      const { sql, company } = yield* Database
      yield* company(companyId)(sql`update patients set zip = '07102' where hashed_id = ${patient}`)
      const milesTo = (patientHashedId: string) =>
        Effect.map(Appointment.GetBookableLocations({ query: { patientHashedId } }), ({ data }) =>
          data.map(({ name, miles }) => [name, miles] as const),
        )
      yield* asCompany(companyId)(
        Effect.gen(function* () {
          for (const [name, zip] of Object.entries(places))
            yield* Location.SaveLocation({
              headers: {},
              payload: { hashedId: null, location: { ...location, name, zip } },
            })
          // From Newark: Manhattan is across two rivers, San Francisco across the country, and nowhere is the last.
          const near = yield* milesTo(patient)
          expect(near.map(([name]) => name)).toEqual(["New York", "Boston", "San Francisco", "Lost"])
          const [toNewYork, toBoston, toSanFrancisco, toNowhere] = near.map(([, miles]) => miles)
          expect(Math.abs((toNewYork ?? 0) - 9)).toBeLessThan(3)
          expect(Math.abs((toBoston ?? 0) - 199)).toBeLessThan(8)
          expect(Math.abs((toSanFrancisco ?? 0) - 2_556)).toBeLessThan(25)
          expect(toNowhere).toBeNull()
          expect(yield* milesTo(stranger)).toEqual([
            ["Boston", null],
            ["Lost", null],
            ["New York", null],
            ["San Francisco", null],
          ])
        }),
      )
    }),
  )
})
