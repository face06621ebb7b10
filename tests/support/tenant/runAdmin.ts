import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import type { Tenant } from "./hostedTenant.ts"

const root = join(import.meta.dirname, "..", "..", "..")

/** Runs the operator's command on a data folder, with a tenant configured; gives what it printed, and fails as it does. */
export const runAdmin = async (dataDir: string, tenant: Tenant, words: ReadonlyArray<string>): Promise<string> => {
  const child = spawn(process.execPath, [join(root, "server", "cli", "admin.ts"), ...words], {
    cwd: root,
    env: { ...process.env, ...tenant.environment, ADMIN_VIEW_DATA: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  if (exit[0] !== 0) throw new Error(err)
  return out
}
