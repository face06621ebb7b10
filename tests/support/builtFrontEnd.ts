import { spawnSync } from "node:child_process"

/** Builds the front end before the end-to-end tests, unless the build at hand is of these very files. */
export const setup = (): void => {
  const built = spawnSync(process.execPath, ["scripts/build.ts", "--if-stale"], { stdio: "inherit" })
  if (built.status !== 0) throw new Error("The front end does not build.")
}
