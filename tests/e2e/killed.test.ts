import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { expect, it } from "vitest"

/**
 * A short turn of a measurement that kills; long ones are measured by hand and belong to `npm run check:long`.
 * Its seed is drawn again each time and stands in the message of a failure.
 */
const killedShortly = async (script: string, people: number) => {
  const { DATABASE_URL: _, ADMIN_VIEW_TEST_DATABASE_URL: __, ...env } = process.env
  const given = ["--runs", "3", "--people", String(people), "--only", "embedded"]
  const child = spawn(process.execPath, [`bench/${script}.ts`, ...given], { env, stdio: ["ignore", "pipe", "pipe"] })
  const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")])
  return { said: out + err, status: exit[0] as number }
}

it("the program, killed at random points of imports and campaigns, loses nothing and texts no one twice", async () => {
  const { said, status } = await killedShortly("kill", 60)
  expect(said).toContain("nothing acknowledged lost, no one sent to twice, nothing left unknown")
  expect(status).toBe(0)
})

it("the program, killed while the carrier takes its calls, calls no one twice for an attempt and leaves no one in silence", async () => {
  const { said, status } = await killedShortly("killCalls", 100)
  expect(said).toContain("no one called twice for an attempt, no call left open, no one left without a farewell")
  expect(status).toBe(0)
})
