import { spawnSync } from "node:child_process"
import { join } from "node:path"

/** Builds the front end before the end-to-end tests, unless the build at hand is of these very files. */
export const setup = (): void => {
  // A test file starts the program once or more: each start would compile the same modules again.
  process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "..", "..", "node_modules", ".cache", "compiled")
  const built = spawnSync(process.execPath, ["scripts/build.ts", "--if-stale"], { stdio: "inherit" })
  if (built.status !== 0) throw new Error("The front end does not build.")
}
