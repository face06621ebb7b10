import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { eventually } from "#tests/support/outreach.ts"
import { startSmsc } from "#tests/support/smsc.ts"

/** Kannel (Debian: kannel), where this machine has it; CI has to. */
const bearerbox = "/usr/sbin/bearerbox"
const smsbox = "/usr/sbin/smsbox"
const isThere = existsSync(bearerbox) && existsSync(smsbox) && spawnSync(smsbox, ["--version"]).status === 0
const inCi = process.env["CI"] !== undefined
const peers = isThere ? ["Kannel"] : []

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resume(Effect.succeed(port)))
  })
})

const settings = (ports: {
  readonly smsc: number
  readonly admin: number
  readonly box: number
  readonly http: number
}) => `
group = core
admin-port = ${ports.admin}
admin-password = secret
smsbox-port = ${ports.box}
box-allow-ip = "127.0.0.1"
sms-resend-freq = 1
log-level = 4

group = smsc
smsc = smpp
smsc-id = ours
host = 127.0.0.1
port = ${ports.smsc}
transceiver-mode = true
smsc-username = clinic
smsc-password = secret
system-type = ""
reconnect-delay = 1
enquire-link-interval = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.http}
log-level = 4

group = sendsms-user
username = test
password = test
concatenation = true
max-messages = 5

group = sms-service
keyword = default
text = "You wrote: %a"
`

/** Both programs of Kannel, bound to the SMSC; gives how a text is sent by them. */
const startKannel = Effect.fnUntraced(function* (smsc: number) {
  const ports = { smsc, admin: yield* freePort, box: yield* freePort, http: yield* freePort }
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "kannel-test-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
  )
  const file = join(folder, "kannel.conf")
  writeFileSync(file, settings(ports))
  const start = (program: string) =>
    Effect.acquireRelease(
      Effect.sync(() => spawn(program, [file], { stdio: "ignore", cwd: folder })),
      (running) =>
        Effect.callback<void>((resume) => {
          running.once("exit", () => resume(Effect.void))
          running.kill("SIGKILL")
        }),
    )
  yield* start(bearerbox)
  const asked = (port: number, path: string) =>
    Effect.promise(() =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        (answer) => answer.text(),
        () => "",
      ),
    )
  yield* eventually(Effect.map(asked(ports.admin, "/status.txt?password=secret"), (text) => text.includes("online")))
  yield* start(smsbox)
  yield* eventually(Effect.map(asked(ports.admin, "/status.txt?password=secret"), (text) => text.includes("smsbox:")))
  const query = { username: "test", password: "test", from: "14155550199", to: "14155550100", charset: "UTF-8" }
  const send = (text: string, more: Record<string, string> = {}) =>
    asked(ports.http, `/cgi-bin/sendsms?${new URLSearchParams({ ...query, text, ...more })}`)
  yield* eventually(Effect.map(asked(ports.http, "/"), (text) => text !== ""))
  return { send }
})

it("finds a foreign client in CI", () => {
  expect(isThere || !inCi).toBe(true)
})

it.live.each(peers)(
  "our SMSC serves %s: texts of all kinds, throttling, a broken connection, receipts and replies",
  () =>
    Effect.gen(function* () {
      const smsc = yield* startSmsc()
      const { send } = yield* startKannel(smsc.port)
      const arrived = (count: number) => eventually(Effect.sync(() => smsc.taken.length >= count))
      expect(smsc.binds).toMatchObject([{ system_id: "clinic", password: "secret", interface_version: 0x34 }])

      expect(yield* send("5€ @ ñ", { coding: "0" })).toContain("Accepted")
      yield* arrived(1)
      expect(yield* send("á你", { coding: "2" })).toContain("Accepted")
      yield* arrived(2)
      expect(smsc.taken.map(({ body }) => body)).toEqual(["5€ @ ñ", "á你"])

      yield* send("x".repeat(400), { coding: "0" })
      yield* arrived(5)
      const parts = smsc.taken.slice(2)
      expect(parts.map(({ body }) => body).join("")).toBe("x".repeat(400))
      expect(parts.map(({ header }) => header?.slice(3))).toEqual([
        [3, 1],
        [3, 2],
        [3, 3],
      ])

      const answer = smsc.answer
      let asked = 0
      smsc.answer = () => ((asked += 1) === 1 ? { status: 0x58 } : { id: smsc.nextId() })
      yield* send("Throttled")
      yield* arrived(6)
      smsc.answer = answer

      smsc.breakAll()
      yield* eventually(Effect.sync(() => smsc.binds.length >= 2 && smsc.sessions.size > 0))
      yield* send("Back again", { "dlr-mask": "31" })
      yield* arrived(7)
      expect(Number(smsc.taken.at(-1)?.pdu["registered_delivery"]) & 1).toBe(1)
      expect(yield* Effect.promise(() => smsc.receipt(smsc.taken.at(-1)!))).toBe(0)
      expect(yield* Effect.promise(() => smsc.text("14155550100", "14155550199", "Yes"))).toBe(0)
      yield* arrived(8)
      expect(smsc.taken.at(-1)).toMatchObject({ to: "14155550100", body: expect.stringContaining("Yes") })
    }),
)
