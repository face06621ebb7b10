import { once } from "node:events"
import { request as httpRequest } from "node:http"
import { connect, type Socket } from "node:net"
import { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { accessIds, mayCall } from "#schemas/access.ts"
import { webhookPaths } from "#schemas/outreach/delivery.ts"
import { callsWith, signInOverHttp } from "#tests/support/calls.ts"
import { allIds, endpoints } from "#tests/support/contract.ts"
import { absent } from "#tests/support/contractRequests.ts"
import { requests } from "#tests/support/requests.ts"
import { describedCall } from "#tests/support/describedCalls.ts"
import { demoApp } from "#tests/support/demoApp.ts"

const demo = demoApp({ hasBrowser: false })
let token: string
let admins: ReadonlyArray<string>
let superAdmin: string

beforeAll(async () => {
  token = await signInOverHttp(demo.app.url, "admin@northwind.test")
  const others = ["admin@harbor.test", "elaine.porter@northwind.test", "grace.lindholm@northwind.test"]
  admins = [token, ...(await Promise.all(others.map((email) => signInOverHttp(demo.app.url, email))))]
  superAdmin = await signInOverHttp(demo.app.url, "super@adminview.test")
})
// Whatever was sent: the process stands, and others are served.
afterEach(async () => {
  const { data: call } = callsWith(demo.app.url, token)
  expect((await call<ReadonlyArray<unknown>>("/Template/GetTemplates")).length).toBeGreaterThan(0)
  expect(demo.app.printed()).not.toContain("call failed unexpectedly")
})

type Answer = { readonly status: number; readonly body: string }
type Sent = { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }

/** Sends a request whose path is taken as it is written; the server may answer before it has all of it. */
const sendOnce = (path: string, { method = "GET", body, headers = {} }: Sent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = httpRequest({ port: demo.app.port, host: "localhost", path, method, agent: false })
    asked.setHeader("authorization", `Bearer ${token}`)
    if (body !== undefined) asked.setHeader("content-type", "application/json")
    for (const [name, value] of Object.entries(headers)) asked.setHeader(name, value)
    // In slices, so that an answer is read before the next slice meets a closed connection.
    const slices = Readable.from(body?.match(/[^]{1,65536}/g) ?? [])
    asked.once("response", (response) => {
      // What was still being sent when the answer came has no one to read it any more.
      slices.unpipe(asked)
      asked.off("error", reject).on("error", () => undefined)
      void text(response).then((answered) => resolve({ status: response.statusCode ?? 0, body: answered }), reject)
    })
    asked.once("error", reject)
    if (body !== undefined) asked.setHeader("content-length", Buffer.byteLength(body))
    slices.pipe(asked)
  })

const isCutOff = (cause: unknown): boolean =>
  ["EPIPE", "ECONNRESET"].includes(String((cause as { code?: unknown }).code))

/** Asks again where the server had answered and closed while the body was still being sent: Node's client then drops the answer. */
const send = async (path: string, sent: Sent = {}, tries = 10): Promise<Answer> => {
  try {
    return await sendOnce(path, sent)
  } catch (cause) {
    if (tries === 1 || !isCutOff(cause)) throw cause
    return await send(path, sent, tries - 1)
  }
}
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send(path, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers })

/** The one error form, with a 4xx; gives what was wrong. */
const refusal = ({ status, body }: Answer): string => {
  if (status < 400) return `${status} ${body.slice(0, 40)}`
  const found = JSON.parse(body) as Readonly<Record<string, string>>
  expect(found).toMatchObject({
    statusCode: String(status),
    status: expect.stringMatching(/^(error|invalid)$/) as string,
    message: expect.stringMatching(/^[A-Z].{4}/) as string,
    correlationId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
  })
  return `${status} ${found["problem"]}: ${found["message"]}`
}

const save = "/api/Template/CreateTemplateByCompanyId"
const draft = requests["Template.CreateTemplateByCompanyId"](absent, allIds).body as Readonly<Record<string, unknown>>
let asked = 0
const posts = endpoints.filter(({ path }) => describedCall(path).bodies["application/json"] !== undefined)

describe.each(posts.map(({ call, path }) => [call, path] as const))("the body of %s", (call, path) => {
  const good = requests[call](absent, allIds).body as Readonly<Record<string, unknown>>
  const [first = ""] = Object.keys(good)
  const query = call === "Report.DownloadExportData" ? "?type=csv" : ""
  // Who may not make a call at all hears that first.
  const isForAdmins = mayCall({ userType: 2, accessIds: allIds.filter((id) => id !== accessIds.SuperAdminUser) }, call)
  // Admins in turns: one person may ask only so often.
  const bearer = () => (isForAdmins ? admins[(asked += 1) % admins.length] : superAdmin)
  const sent = async (body: unknown) => refusal(await post(path + query, body, { authorization: `Bearer ${bearer()}` }))

  it("is refused when it is 20 MB large", async () => {
    expect(await sent({ ...good, [first]: "x".repeat(20 * 1024 * 1024) })).toMatch(/^413 TooLarge/)
  })

  it("is refused when it is 100,000 deep, as the whole or in a field", async () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000)
    const objects = '{"a":'.repeat(100_000) + "1" + "}".repeat(100_000)
    for (const body of [deep, objects, `{"${first}":${deep}}`, `{"${first}":${objects}}`, "[".repeat(100_000)])
      expect(await sent(body)).toMatch(/^422 Invalid/)
  })

  it("is refused when it names a field twice, or one that the call does not know", async () => {
    const whole = JSON.stringify(good).slice(1)
    const twice = `{"${first}":${JSON.stringify(good[first])},${whole}`
    expect(await sent(twice)).toBe("422 Invalid: The request names a field twice.")
    for (const field of ["__proto__", "constructor", "userType", "roles", "accessIds", "actingCompanyId"])
      expect([field, await sent(`{"${field}":{"companyId":1},${whole}`)]).toEqual([
        field,
        expect.stringMatching(/^422 Invalid/),
      ])
  })

  it("is refused when it holds half a character or none", async () => {
    for (const wrong of ["\\ud800", "\\udc00x", "\\u0000"])
      expect(await sent(`{"${first}":"${wrong}"}`)).toBe("422 Invalid: The request holds characters that are not text.")
  })
})

it("a company named in a body is no way into it: another one's is absent", async () => {
  for (const companyId of [1, 3, 900_001]) {
    expect([companyId, refusal(await post(save, { ...draft, companyId }))]).toEqual([
      companyId,
      expect.stringMatching(/^404 NotFound/),
    ])
  }
})

it("bodies that belong to no one signed in are bounded too", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded" }
  const large = `From=${"x".repeat(20 * 1024 * 1024)}`
  for (const path of [webhookPaths.status, webhookPaths.inbound, "/idp/token"]) {
    const { status } = await send(path, { method: "POST", body: large, headers: form })
    expect([path, Math.floor(status / 100)]).toEqual([path, 4])
  }
})

it("parameters given twice or wrongly are refused with their names", async () => {
  const path = "/api/Template/PublishTemplate"
  for (const query of ["?templateId=1&templateId=2", "?templateId[]=1", "?templateId=1e3", "?templateId=-1"]) {
    expect([query, refusal(await send(path + query))]).toEqual([query, expect.stringMatching(/^422 Invalid/)])
  }
  expect(refusal(await send("/api/Template/GetTemplates?pageSize=5&pageSize=6"))).toMatch(/^422/)
  expect(refusal(await send(`${path}?templateId=%ff`))).toMatch(/^400 BadRequest/)
})

it("paths with tricks in them lead nowhere", async () => {
  const tricks = [
    "/api/Template/../Template/GetTemplates",
    "/api//Template/GetTemplates",
    "//api/Template/GetTemplates",
    "/api/Template%2FGetTemplates",
    "/api/Template/GetTemplates%00",
    "/api/Template/GetTemplates/",
    "/API/Template/..%2f..%2fGetTemplates",
    "/assets/../../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "/%00",
    "/%",
    "/%zz",
    "//evil.example/api",
  ]
  for (const path of tricks)
    expect([path, refusal(await send(path))]).toEqual([path, expect.stringMatching(/^40[04] /)])
})

it("methods that a call does not have lead nowhere", async () => {
  const calls = [
    ["POST", "/api/Template/GetTemplates"],
    ["GET", save],
    ["PUT", save],
    ["PATCH", save],
    ["DELETE", save],
    ["TRACE", save],
    ["PROPFIND", "/api/Template/GetTemplates"],
    ["POST", "/"],
    ["DELETE", "/index.html"],
  ] as const
  for (const [method, path] of calls)
    expect([method, path, refusal(await send(path, { method }))]).toEqual([
      method,
      path,
      expect.stringMatching(/^404 /),
    ])
})

/** A connection on which exactly these letters are sent; gives all that comes back until it is closed. */
const wire = async (letters: string): Promise<string> => {
  const socket = connect(demo.app.port, "localhost")
  await once(socket, "connect")
  socket.write(letters)
  return text(socket)
}

it("what is no HTTP is answered in the one error form, and hung up", async () => {
  const long = `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(20_000)}\r\n\r\n`
  const doubled = `POST ${save} HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
  for (const letters of ["hello\r\n\r\n", "FETCH / HTTP/1.1\r\n\r\n", "GET /\0 HTTP/1.1\r\n\r\n", long, doubled]) {
    const [head = "", body = ""] = (await wire(letters)).split("\r\n\r\n")
    expect([letters.slice(0, 20), head.split("\r\n")[0]]).toEqual([letters.slice(0, 20), "HTTP/1.1 400 Bad Request"])
    expect(refusal({ status: 400, body })).toBe("400 BadRequest: The request could not be read.")
  }
})

it("requests that come a letter at a time keep no one else waiting", async () => {
  const head = `POST ${save} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n`
  const slow: Array<Socket> = []
  for (let index = 0; index < 300; index += 1) {
    const socket = connect(demo.app.port, "localhost")
    await once(socket, "connect")
    socket.on("error", () => undefined)
    // Half of them stop within the head, half within the body.
    socket.write(index % 2 === 0 ? head : `${head}\r\n{"name":`)
    slow.push(socket)
  }
  const { data: call } = callsWith(demo.app.url, token)
  const began = performance.now()
  for (let index = 0; index < 10; index += 1) await call("/Template/GetTemplates")
  expect(performance.now() - began).toBeLessThan(5_000)
  for (const socket of slow) socket.destroy()
})
