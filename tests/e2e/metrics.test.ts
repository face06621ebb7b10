import { expect, it } from "vitest"
import { callsWith, signInOverHttp } from "#tests/support/calls.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const metricsToken = "a-token-of-the-operator"
const demo = demoApp({ env: { METRICS_TOKEN: metricsToken }, hasBrowser: false })

const read = async (headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(`${demo.app.url}/metrics`, { headers })
  return { status: answer.status, text: await answer.text() }
}
/** The value of one line; undefined when there is none. */
const valueOf = async (line: string) => {
  const found = (await read()).text.split("\n").find((one) => one.startsWith(`admin_view_${line} `))
  return found === undefined ? undefined : Number(found.slice(found.lastIndexOf(" ") + 1))
}

it("calls are counted by name and class of status", async () => {
  const { data: call, send } = callsWith(demo.app.url, await signInOverHttp(demo.app.url, "admin@northwind.test"))
  for (let time = 0; time < 3; time += 1) await call("/Template/GetTemplates")
  await send("/Template/PublishTemplate?templateId=900001")
  await send("/Template/PublishTemplate?templateId=900002")
  const counted = (name: string, status: string) =>
    valueOf(`http_request_duration_seconds_count{call="Template.${name}",status="${status}"}`)
  expect(await counted("GetTemplates", "2xx")).toBe(3)
  expect(await counted("PublishTemplate", "4xx")).toBe(2)
  expect(await counted("PublishTemplate", "2xx")).toBeUndefined()
})

it("a feed is counted while it is open", async () => {
  const { send } = callsWith(demo.app.url, await signInOverHttp(demo.app.url, "admin@northwind.test"))
  const leaving = new AbortController()
  const feed = await send("/Feed/GetChanges", undefined, { signal: leaving.signal })
  await feed.body?.getReader().read()
  expect(await valueOf("feeds_open")).toBe(1)
  leaving.abort()
  await expect.poll(() => valueOf("feeds_open")).toBe(0)
})

it("subscribers, jobs, memory and the event loop are reported", async () => {
  await expect.poll(() => valueOf('subscription_events_behind{subscriber="chain"}')).toBe(0)
  expect(await valueOf('jobs{job="import",state="waiting"}')).toBe(0)
  expect(await valueOf('process_memory_bytes{kind="resident"}')).toBeGreaterThan(50_000_000)
  expect(await valueOf("event_loop_delay_seconds")).toBeGreaterThan(0)
})

it("no one is named, and who comes through a proxy needs the token", async () => {
  const { text } = await read()
  expect(text).not.toMatch(/@|northwind|harbor/i)
  const proxied = { "x-forwarded-for": "192.0.2.7" }
  expect((await read(proxied)).status).toBe(404)
  expect((await read({ ...proxied, authorization: "Bearer another-token-of-16" })).status).toBe(404)
  expect(await read({ ...proxied, authorization: `Bearer ${metricsToken}` })).toMatchObject({ status: 200 })
})
