import { embeddedDatabase } from "./embeddedDatabase.ts"
import { freshPostgresql } from "./freshPostgresql.ts"

/** Address of a PostgreSQL server on which a test may create databases; the suites run on it too when it is set. */
export const postgresqlServer = process.env.ADMIN_VIEW_TEST_DATABASE_URL

/** The databases a suite of the store runs on, by name. */
export const testDatabases = [
  ["the embedded database", embeddedDatabase] as const,
  ...(postgresqlServer === undefined ? [] : [["PostgreSQL", freshPostgresql(postgresqlServer)] as const]),
]
