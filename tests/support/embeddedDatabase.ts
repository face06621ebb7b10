import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Database } from "#server/store/Database.ts"

const store = new URL("../../server/store/", import.meta.url)

/** A file in the host's temporary folder whose name changes with the schema and the engine. */
export const snapshotOfSchema = (): string => {
  const hash = createHash("sha256")
  const steps = readdirSync(new URL("migrations/", store)).sort()
  for (const name of ["migrations.ts", "tenantTable.ts", ...steps.map((step) => `migrations/${step}`)]) {
    hash.update(readFileSync(new URL(name, store)))
  }
  hash.update(readFileSync(new URL("../../package-lock.json", import.meta.url)))
  return join(tmpdir(), `admin-view-schema-${hash.digest("hex").slice(0, 16)}.tar`)
}

/**
 * A fresh embedded database in memory, migrated, working as the application's
 * role: the layer of every test that stores something. The first use on a
 * machine makes an image of the empty schema, later ones start from it.
 */
export const embeddedDatabase = Database.layer({ snapshot: snapshotOfSchema() })
