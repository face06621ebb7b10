import { Effect } from "effect"
import { Temporal } from "temporal-polyfill"
import { createAccount } from "#server/identity/createAccount.ts"
import { hashPassword } from "#server/identity/passwords.ts"
import { demoAccounts, demoPassword } from "./accounts.ts"
import { insertRows, takeIds } from "./bulk.ts"
import { demoCompanies, type DemoCompany } from "./companies.ts"
import type { Random } from "./random.ts"

/** A company of the demo with its id. */
export type StoredCompany = DemoCompany & { readonly companyId: number }

const columns = {
  company_id: "int",
  hashed_id: "text",
  name: "text",
  code: "text",
  timezone: "text",
  contract_start: "date",
  contract_end: "date",
} as const

const dayFrom = (now: number, zone: string, days: number): string =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().add({ days }).toString()

/** Stores the demo's companies, with contracts around the day of seeding. */
export const storeCompanies = Effect.fn("demo.storeCompanies")(function* (random: Random, now: number) {
  const ids = yield* takeIds("company_ids", demoCompanies.length)
  const stored = demoCompanies.map((company, place): StoredCompany => ({ ...company, companyId: ids[place] ?? 0 }))
  const rows = stored.map(({ companyId, name, code, timezone, contractStartDay, contractEndDay }) => ({
    company_id: companyId,
    hashed_id: random.text(22),
    name,
    code,
    timezone,
    contract_start: dayFrom(now, timezone, contractStartDay),
    contract_end: dayFrom(now, timezone, contractEndDay),
  }))
  yield* insertRows("companies", columns, rows)
  return stored
})

/** Makes the demo's accounts; gives the user id of each e-mail address. */
export const storeAccounts = Effect.fn("demo.storeAccounts")(function* (companies: ReadonlyArray<StoredCompany>) {
  // The password is printed at every start, so one salt for all gives nothing away and saves most of a second.
  const password = { hash: yield* hashPassword(demoPassword) }
  const made = yield* Effect.forEach(demoAccounts, ({ companyName, note: _, ...account }) =>
    Effect.gen(function* () {
      const company = companies.find(({ name }) => name === companyName)
      if (company === undefined) return yield* Effect.die(`The demo has no company ${companyName}`)
      return [account.email, yield* createAccount({ ...account, companyId: company.companyId, password })] as const
    }),
  )
  return new Map(made)
})
