import type { PgClient } from "@effect/sql-pg/PgClient"
import type { Beginnings, KeyColumn } from "./patientSearch.rule.ts"

/** Behind every text that begins with what stands before it. */
const highest = "\u{10FFFF}"

const columns: { readonly [Column in KeyColumn]: string } = {
  identity: "p.identity",
  last_key: "p.last_key",
  first_key: "p.first_key",
  phone: "p.phone",
}

/** The conditions, of the table `patients` named `p`, that keys begin so: ranges that an index answers. */
export const startsWith = (sql: PgClient, fits: Beginnings) =>
  fits.map(([column, beginning]) => {
    const key = sql.literal(columns[column])
    return sql`${key} >= ${beginning} and ${key} < ${beginning + highest}`
  })
