import { spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { eventually } from "./outreach.ts"

const bearerbox = "/usr/sbin/bearerbox"
const smsbox = "/usr/sbin/smsbox"

/** Whether this machine has Kannel (Debian: kannel). */
export const hasKannel = existsSync(bearerbox) && existsSync(smsbox) && spawnSync(smsbox, ["--version"]).status === 0

const freePort = Effect.callback<number>((resume) => {
  const probe = createServer()
  probe.listen(0, "127.0.0.1", () => {
    const { port } = probe.address() as AddressInfo
    probe.close(() => resume(Effect.succeed(port)))
  })
})

/** The SMSC that Kannel hands its texts to: one by SMPP, or its own `fakesmsc` (Debian: kannel-extras), which takes all of them. */
type KannelSmsc = { readonly smpp: number } | { readonly fakesmsc: string }

const smscOf = (smsc: KannelSmsc, fakePort: number): string =>
  "smpp" in smsc
    ? `smsc = smpp
host = 127.0.0.1
port = ${smsc.smpp}
transceiver-mode = true
smsc-username = clinic
smsc-password = secret
system-type = ""
reconnect-delay = 1
enquire-link-interval = 1`
    : `smsc = fake
port = ${fakePort}
connect-allow-ip = 127.0.0.1`

const settings = (
  smsc: KannelSmsc,
  ports: { readonly fake: number; readonly admin: number; readonly box: number; readonly http: number },
) => `
group = core
admin-port = ${ports.admin}
admin-password = secret
smsbox-port = ${ports.box}
box-allow-ip = "127.0.0.1"
sms-resend-freq = 1
log-level = 4

group = smsc
smsc-id = ours
${smscOf(smsc, ports.fake)}

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

const asked = (port: number, path: string) =>
  Effect.promise(() =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.text(),
      () => "",
    ),
  )

/** Both programs of Kannel, with its SMSC; gives how a text is sent by them, and how many the SMSC has taken. Ends with the scope. */
export const startKannel = Effect.fnUntraced(function* (smsc: KannelSmsc) {
  const ports = { fake: yield* freePort, admin: yield* freePort, box: yield* freePort, http: yield* freePort }
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "kannel-test-"))),
    (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
  )
  const file = join(folder, "kannel.conf")
  writeFileSync(file, settings(smsc, ports))
  const start = (program: string, args: ReadonlyArray<string>) =>
    Effect.acquireRelease(
      Effect.sync(() => spawn(program, args, { stdio: "ignore", cwd: folder })),
      (running) =>
        Effect.callback<void>((resume) => {
          running.once("exit", () => resume(Effect.void))
          running.kill("SIGKILL")
        }),
    )
  const status = asked(ports.admin, "/status.txt?password=secret")
  yield* start(bearerbox, [file])
  if ("fakesmsc" in smsc) {
    yield* eventually(Effect.map(status, (text) => text !== ""))
    yield* start(smsc.fakesmsc, ["-r", String(ports.fake), "-m", "0", "1 2 text nothing"])
  }
  yield* eventually(Effect.map(status, (text) => text.includes("online")))
  yield* start(smsbox, [file])
  yield* eventually(Effect.map(status, (text) => text.includes("smsbox:")))
  yield* eventually(Effect.map(asked(ports.http, "/"), (text) => text !== ""))
  const query = { username: "test", password: "test", from: "14155550199", to: "14155550100", charset: "UTF-8" }
  const pathOf = (text: string, more: Record<string, string> = {}) =>
    `/cgi-bin/sendsms?${new URLSearchParams({ ...query, text, ...more })}`
  return {
    send: (text: string, more: Record<string, string> = {}) => asked(ports.http, pathOf(text, more)),
    taken: Effect.map(status, (text) => Number(/SMS: received .* sent (\d+)/.exec(text)?.[1] ?? 0)),
    /** Where texts are handed in by HTTP, for callers with connections of their own. */
    door: { port: ports.http, pathOf },
  }
})
