import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"

/**
 * A short turn of `npm run bench -- kill`; the 200 kills are measured by hand.
 * Its seed is drawn again each time and stands in the message of a failure.
 */
it("the program, killed at random points of imports and campaigns, loses nothing and texts no one twice", async () => {
  const { DATABASE_URL: _, ADMIN_VIEW_TEST_DATABASE_URL: __, ...env } = process.env
  const child = spawn(process.execPath, ["bench/kill.ts", "--runs", "3", "--people", "60", "--only", "embedded"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  expect(out + err).toContain("nothing acknowledged lost, no one sent to twice, nothing left unknown")
  expect(exit[0]).toBe(0)
})
