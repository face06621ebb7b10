import { Socket } from "node:net"
import { PGlite } from "@electric-sql/pglite"
import { statementReader } from "#tests/support/statements.ts"

// Loaded ahead of the program by bench/idle.ts: counts what reaches a database, and prints it with the processor's time
// at each SIGUSR2.

const read = statementReader()
const ran = new Map<string, number>()
const count = (bytes: Uint8Array): void => {
  for (const text of read(Buffer.from(bytes))) {
    const words = text.replace(/\s+/g, " ").trim().slice(0, 150)
    ran.set(words, (ran.get(words) ?? 0) + 1)
  }
}

/** Replaces a method by one that does `before` first. */
const precede = (owner: object, method: string, before: (self: unknown, first: unknown) => void): void => {
  const original = Reflect.get(owner, method) as (...given: ReadonlyArray<unknown>) => unknown
  Reflect.set(owner, method, function (this: unknown, ...given: ReadonlyArray<unknown>) {
    before(this, given[0])
    return Reflect.apply(original, this, given)
  })
}

// The embedded engine is given whole units, and so is a server's connection where no list of people is stored.
precede(PGlite.prototype, "execProtocolRawStream", (_engine, bytes) => count(bytes as Uint8Array))
const url = process.env["DATABASE_URL"]
const port = url === undefined ? undefined : Number(new URL(url).port)
precede(Socket.prototype, "write", (socket, bytes) => {
  if ((socket as Socket).remotePort === port && bytes instanceof Uint8Array && bytes.length < 1_000_000) count(bytes)
})

process.on("SIGUSR2", () => {
  const { user, system } = process.cpuUsage()
  const line = { at: performance.now(), processorMillis: (user + system) / 1_000, ran: Object.fromEntries(ran) }
  process.stdout.write(`counted ${JSON.stringify(line)}\n`)
})
