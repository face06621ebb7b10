import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"

/**
 * Builds the front end before the end-to-end tests, unless the build at hand is of these very files, and forgets the
 * transitions that earlier runs took in the browser: they may have been of another build.
 */
export const setup = (): void => {
  rmSync(".coverage/browser", { recursive: true, force: true })
  const built = spawnSync(process.execPath, ["scripts/build.ts", "--if-stale"], { stdio: "inherit" })
  if (built.status !== 0) throw new Error("The front end does not build.")
}
