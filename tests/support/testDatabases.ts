import { embeddedDatabase } from "./embeddedDatabase.ts"
import { freshPostgresql } from "./freshPostgresql.ts"

/** Address of a PostgreSQL server on which a test may create databases. */
export const postgresqlServer = process.env.ADMIN_VIEW_TEST_DATABASE_URL

/** The certificate file of the authority of that server under the name "localhost". */
export const postgresqlAuthority = process.env.ADMIN_VIEW_TEST_DATABASE_CA

type Named = readonly [name: string, database: typeof embeddedDatabase]

const embedded: Named = ["the embedded database", embeddedDatabase]
const server: Named | undefined =
  postgresqlServer === undefined ? undefined : ["PostgreSQL", freshPostgresql(postgresqlServer)]

/** The available databases, for what goes from one to the other. */
export const everyDatabase: ReadonlyArray<Named> = server === undefined ? [embedded] : [embedded, server]

/** The database a suite of the store runs on, by name: PostgreSQL where a server is named, the embedded one elsewhere. */
export const testDatabases: readonly [Named] = [server ?? embedded]
