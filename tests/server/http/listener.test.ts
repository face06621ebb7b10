import { connect } from "node:net"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Patience } from "#server/http/bodyTime.ts"
import { Listener, type NodeHandler } from "#server/http/Listener.ts"
import { trustedProxies } from "#server/identity/clientAddress.ts"
import { freePort } from "#tests/support/runningApp.ts"

const patience = { head: 300, body: 300, file: 2_500, stalled: 800 }
const scope = Effect.runSync(Scope.make())
let port: number
/** Of a listener with the times of the guide. */
let patientPort: number

/** Of a listener that gives up a head long before a connection. */
let unhurriedPort: number

/** Whether an answer larger than any buffer on the way got out whole, once its connection is closed. */
const large = Promise.withResolvers<boolean>()

/** Answers at once where it is asked to, never under /never, and else once the body is there. */
const handler: NodeHandler = (request, response) => {
  let bytes = 0
  if (request.url === "/large") {
    response.once("close", () => large.resolve(response.writableFinished)).end(Buffer.alloc(64_000_000))
  } else if (request.headers["x-early"] !== undefined) response.writeHead(401).end("early")
  else if (request.url !== "/never")
    request.on("data", (part: Buffer) => (bytes += part.length)).on("end", () => response.end(`${bytes} bytes`))
  return true
}

const listenOn = async (patience?: Patience): Promise<number> => {
  const port = await freePort()
  const options = { port, host: "127.0.0.1", headers: {}, trusted: trustedProxies([]) }
  const layer = Listener.layer({ ...options, ...(patience === undefined ? {} : { patience }) })
  const listener = await Effect.runPromise(
    Effect.map(Layer.buildWithScope(layer, scope), (built) => Context.get(built, Listener)),
  )
  await Effect.runPromise(Scope.provide(listener.serve([handler]), scope))
  return port
}
beforeAll(async () => {
  port = await listenOn(patience)
  patientPort = await listenOn()
  unhurriedPort = await listenOn({ ...patience, stalled: 60_000 })
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Sends a text, then a letter every 40 ms as long as the other side listens; gives what came, and after how long it hung up. */
const dripping = (
  text: string,
  letters = Number.POSITIVE_INFINITY,
  to = port,
): Promise<{ came: string; millis: number }> =>
  new Promise((resolve) => {
    const began = performance.now()
    const socket = connect(to, "127.0.0.1", () => socket.write(text))
    let came = ""
    let left = letters
    const drip = Effect.sync(() => left-- > 0 && socket.writable && socket.write("x"))
    const fiber = Effect.runFork(Effect.forever(Effect.delay(drip, "40 millis")))
    socket.on("data", (part) => (came += part.toString()))
    socket.on("error", () => {})
    socket.on("close", () => {
      fiber.interruptUnsafe()
      resolve({ came, millis: performance.now() - began })
    })
  })
const post = (path: string, length = 100_000, more = "") =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${more}\r\n`

const upload = "/api/Database/UploadListFile"
const early = "x-early: 1\r\n"

describe("a request that arrives a letter at a time", () => {
  it.each([
    ["head", "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ", "The request could not be read."],
    ["body, while it is read", post("/read"), "The request took too long to arrive."],
    ["body that no one reads", post("/never"), "The request took too long to arrive."],
    [
      "body in parts",
      "POST /read HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n186A0\r\n",
      "The request took too long to arrive.",
    ],
    ["body, after a refusal was answered", post("/read", 100_000, early), "early"],
    ["file, after a refusal was answered", post(upload, 100_000, early), "early"],
  ])("is cut: its %s", async (_, text, answer) => {
    const { came, millis } = await dripping(text)
    expect(came).toContain(answer)
    expect(millis).toBeLessThan(patience.file - 100)
  })

  it("may be a file, which gets longer, and not for ever", async () => {
    expect((await dripping(post(upload, 10, "connection: close\r\n"), 10)).came).toContain("10 bytes")
    const { came, millis } = await dripping(post(upload))
    expect(came).toContain("The request took too long to arrive.")
    expect(millis).toBeGreaterThan(patience.file - 100)
  })
})

describe("a connection on which nothing moves", () => {
  it("is closed without a word where nothing was asked: a browser opens some ahead, and takes words for its next answer", async () => {
    const { came } = await dripping("", 0, unhurriedPort)
    expect(came).toBe("")
  })

  it("is cut within its time, although an answer is on its way", async () => {
    const began = performance.now()
    const socket = connect(port, "127.0.0.1", () => socket.write("GET /large HTTP/1.1\r\nhost: x\r\n\r\n")).pause()
    socket.on("error", () => {})
    expect(await large.promise).toBe(false)
    const millis = performance.now() - began
    expect(millis).toBeGreaterThan(0.7 * patience.stalled)
    expect(millis).toBeLessThan(3 * patience.stalled)
    socket.destroy()
  })

  it("is left all of its time while a call is worked on", async () => {
    const { came, millis } = await dripping("GET /never HTTP/1.1\r\nhost: x\r\n\r\n", 0)
    expect(came).toBe("")
    expect(millis).toBeGreaterThan(0.95 * patience.stalled)
  })
})

const statusOf = async (path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(`http://127.0.0.1:${patientPort}${path}`, { method: "POST", body: "x", headers })
  const text = await answer.text()
  return answer.ok ? answer.status : [answer.status, (JSON.parse(text) as { readonly problem: string }).problem]
}

it.each([
  ["/api/x?search=%00", {}, [400, "BadRequest"]],
  ["/idp/auth?login_hint=a%00b", {}, [400, "BadRequest"]],
  ["/webhooks/x?key=%C3%28", {}, [400, "BadRequest"]],
  ["/x?search=100%&more=%C3%A9%EF%BF%BD", {}, 200],
  ["/x", { "content-encoding": "gzip" }, [415, "UnsupportedFormat"]],
  ["/x", { "content-encoding": "identity" }, 200],
  ["/x", { "content-type": "application/json; charset=iso-8859-1" }, [415, "UnsupportedFormat"]],
  ["/x", { "content-type": 'application/x-www-form-urlencoded;charset="UTF-8"' }, 200],
] as const)("%s with %j is judged before any handler: %j", async (path, headers, expected) => {
  expect(await statusOf(path, headers)).toEqual(expected)
})

it.each([
  ["names no host", "GET /x HTTP/1.1\r\n\r\n"],
  ["names two hosts", "GET /x HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n"],
  ["writes its body in a way we do not read", "POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip\r\n\r\nxx"],
  [
    "compresses its chunks",
    "POST /x HTTP/1.1\r\nhost: a\r\ntransfer-encoding: gzip, chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
  ],
  ["expects what we do not do", "GET /x HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n"],
])("a request that %s is refused in the error form", async (_, text) => {
  const { came } = await dripping(text, 0)
  expect(came).toMatch(/^HTTP\/1.1 400 /)
  expect(came).toContain(`"problem":"BadRequest"`)
})

it("a request of HTTP/1.0 needs no host", async () => {
  expect((await dripping("GET /x HTTP/1.0\r\n\r\n", 0)).came).toContain("0 bytes")
})
