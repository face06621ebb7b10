import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, expect, it } from "vitest"
import { Metrics } from "#server/http/Metrics.ts"
import { Database } from "#server/store/Database.ts"
import { JobQueue } from "#server/store/JobQueue.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

const runtime = ManagedRuntime.make(
  Metrics.layer({ token: undefined }).pipe(Layer.provideMerge(JobQueue.layer), Layer.provideMerge(embeddedDatabase)),
)
const server = createServer()

beforeAll(async () => {
  const { handle } = await runtime.runPromise(Effect.flatMap(Metrics, Effect.succeed))
  server.on("request", (request, response) => void handle(request, response)).listen(0, "localhost")
  await once(server, "listening")
})
afterAll(async () => {
  server.close()
  await runtime.dispose()
})

/** A schema without tables is a database that is away. */
const searching = (schema: string) =>
  runtime.runPromise(Effect.flatMap(Database, ({ sql }) => sql`select set_config('search_path', ${schema}, false)`))

const read = async () => {
  const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}/metrics`)
  const names = [...(await answer.text()).matchAll(/^admin_view_(\w+)(?:\{.*\})? (\S+)$/gm)]
  return { status: answer.status, values: new Map(names.map(([, name = "", value]) => [name, Number(value)])) }
}

it("while the database is away, what the process knows itself is said, and nothing of the database", async () => {
  const before = await read()
  expect(before.values.get("database_answers")).toBe(1)
  expect(before.values.get("carrier_reports_kept_aside")).toBe(0)
  await searching("nowhere")
  const { status, values } = await read()
  await searching("public")
  expect(status).toBe(200)
  expect(values.get("process_memory_bytes")).toBeGreaterThan(1_000_000)
  expect(values.get("database_answers")).toBe(0)
  expect([...values.keys()]).not.toContain("carrier_reports_kept_aside")
  expect([...(await read()).values.keys()].toSorted()).toEqual([...before.values.keys()].toSorted())
})
