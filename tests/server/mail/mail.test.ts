import { createServer, type Server, type Socket } from "node:net"
import { createServer as createHttpServer, request } from "node:http"
import { once } from "node:events"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { codeMail } from "#server/mail/codeMail.ts"
import { Mailbox } from "#server/mail/Mailbox.ts"
import { Mailer } from "#server/mail/Mailer.ts"
import { Database } from "#server/store/Database.ts"
import { embeddedDatabase } from "#tests/support/embeddedDatabase.ts"

type Asked = {
  readonly status: number | undefined
  readonly type: string | undefined
  readonly retryAfter: string | undefined
  readonly body: string
}

const portOf = (server: { address: () => unknown }) => (server.address() as { port: number }).port

/** An SMTP server that takes every mail and keeps its lines. */
const smtpServer = async () => {
  const lines: Array<string> = []
  const server: Server = createServer((socket: Socket) => {
    let inData = false
    socket.write("220 test\r\n")
    socket.on("data", (chunk) => {
      for (const line of chunk
        .toString()
        .split("\r\n")
        .filter((one) => one !== "")) {
        lines.push(line)
        if (inData && line !== ".") continue
        inData = line === "DATA"
        if (line.startsWith("EHLO")) socket.write("250 test\r\n")
        else if (inData) socket.write("354 go on\r\n")
        else if (line === "QUIT") socket.end("221 bye\r\n")
        else socket.write("250 ok\r\n")
      }
    })
  }).listen(0, "localhost")
  await once(server, "listening")
  return { lines, url: `smtp://localhost:${portOf(server)}`, close: () => server.close() }
}

const send = (layer: Layer.Layer<Mailer>) =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(Mailer, (mailer) => Effect.result(mailer.send(codeMail("person@clinic.test", "012345", 10)))),
    ).pipe(Effect.provide(layer)),
  )

describe("mail by SMTP", () => {
  it("is handed to the server with its code", async () => {
    const server = await smtpServer()
    const sent = await send(Mailer.smtp({ url: server.url, from: "Admin View <no-reply@clinic.test>" }))
    server.close()
    expect(sent._tag).toBe("Success")
    expect(server.lines).toContain("RCPT TO:<person@clinic.test>")
    expect(server.lines).toContain("Your sign-in code is 012345.")
  })

  it("fails as a problem when there is no server", async () => {
    const server = await smtpServer()
    server.close()
    const sent = await send(Mailer.smtp({ url: server.url, from: "no-reply@clinic.test" }))
    expect(sent).toMatchObject({ _tag: "Failure", failure: { problem: "Unavailable" } })
  })
})

describe("the mailbox", () => {
  const time = { millis: Date.parse("2026-03-01T10:00:00Z") }
  const runtime = ManagedRuntime.make(
    Layer.mergeAll(
      Mailer.mailbox(() => time.millis),
      Mailbox.layer({ demo: true }),
    ).pipe(Layer.provideMerge(embeddedDatabase)),
  )
  let served: Mailbox["Service"]
  const server = createHttpServer((incoming, response) => {
    if (!served.handle(incoming, response)) response.writeHead(418).end()
  })

  beforeAll(async () => {
    served = await runtime.runPromise(
      Effect.gen(function* () {
        return yield* Mailbox
      }),
    )
    server.listen(0, "localhost")
    await once(server, "listening")
    await runtime.runPromise(
      Effect.gen(function* () {
        const mailer = yield* Mailer
        yield* mailer.send(codeMail("first@clinic.test", "111111", 10))
        time.millis += 1000
        yield* mailer.send({ to: "<b>@clinic.test", subject: "<script>", text: "a\n<i>b" })
      }),
    )
  })
  afterAll(async () => {
    server.close()
    await runtime.dispose()
  })

  /** A schema without tables is a database that is away. */
  const searching = (schema: string) =>
    runtime.runPromise(Effect.flatMap(Database, ({ sql }) => sql`select set_config('search_path', ${schema}, false)`))
  const ask = (headers: Readonly<Record<string, string>>, path = "/dev/mailbox") =>
    new Promise<Asked>((resolve, reject) => {
      const asked = request({ port: portOf(server), host: "localhost", path, headers }, (response) => {
        let body = ""
        response.on("data", (chunk: Buffer) => (body += chunk.toString()))
        response.on("end", () => {
          const { "content-type": type, "retry-after": retryAfter } = response.headers
          resolve({ status: response.statusCode, type, retryAfter, body })
        })
      })
      asked.on("error", reject).end()
    })

  it("answers JSON, newest first, to who asks for it", async () => {
    const { type, body } = await ask({ accept: "application/json" })
    expect(type).toBe("application/json")
    expect(JSON.parse(body)).toEqual([
      { to: "<b>@clinic.test", subject: "<script>", text: "a\n<i>b", code: null, at: "2026-03-01T10:00:01.000Z" },
      { ...codeMail("first@clinic.test", "111111", 10), at: "2026-03-01T10:00:00.000Z" },
    ])
  })

  it("answers a page to a browser, with every mail as text", async () => {
    const { type, body } = await ask({ accept: "text/html,application/xhtml+xml" })
    expect(type).toBe("text/html; charset=utf-8")
    expect(body).toContain("<code>111111</code>")
    expect(body).not.toMatch(/<script>|<i>|<b>/)
  })

  it.each([
    ["a foreign name pointed at this machine", { host: "evil.test" }],
    ["someone behind a proxy", { "x-forwarded-for": "203.0.113.9" }],
  ])("is not there for %s", async (_what, headers) => {
    expect((await ask({ accept: "application/json", ...headers })).status).toBe(404)
  })

  it("says that the database is away, to people on its page and to programs in the error form", async () => {
    await searching("nowhere")
    const [shown, json] = [await ask({ accept: "text/html" }), await ask({ accept: "application/json" })]
    await searching("public")
    expect([shown.status, shown.retryAfter, json.status, json.retryAfter]).toEqual([503, "5", 503, "5"])
    expect(shown.body).toMatch(/<div id="mails">\s*<p role="alert">The database does not work right now\./)
    expect(JSON.parse(json.body)).toMatchObject({ problem: "Unavailable" })
  })

  it("leaves other addresses alone", async () => {
    expect((await ask({}, "/dev/other")).status).toBe(418)
  })

  it("is not there outside the demo", async () => {
    const demo = served
    served = await runtime.runPromise(
      Effect.scoped(
        Effect.provide(
          Effect.gen(function* () {
            return yield* Mailbox
          }),
          Mailbox.layer({ demo: false }),
        ),
      ),
    )
    const { status } = await ask({ accept: "application/json" })
    served = demo
    expect(status).toBe(404)
  })
})
