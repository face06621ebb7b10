import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

/** The part of the engine the adapter drives. */
type Engine = Pick<PGlite, "execProtocolRawStream" | "isInTransaction" | "runExclusive">

const startupCodes = { ssl: 80_877_103, cancel: 80_877_102, gssEncryption: 80_877_104 }
const code = (letter: string) => letter.charCodeAt(0)

const message = (letter: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(5)
  head.write(letter, 0, "latin1")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const rollback = message("Q", Buffer.from("ROLLBACK\0"))

const sync = message("S", Buffer.alloc(0))
const closing = (statements: ReadonlySet<string>): Buffer =>
  Buffer.concat([...Array.from(statements, (name) => message("C", Buffer.from(`S${name}\0`, "latin1"))), sync])

/** What a server says after a successful log-in. The engine is one session, so each connection is told the same. */
const greeting = (connection: number): Buffer => {
  const key = Buffer.alloc(8)
  key.writeInt32BE(connection, 0)
  const status = (name: string, value: string) => message("S", Buffer.from(`${name}\0${value}\0`))
  return Buffer.concat([
    message("R", Buffer.alloc(4)),
    status("server_version", "18.0"),
    status("server_encoding", "UTF8"),
    status("client_encoding", "UTF8"),
    status("DateStyle", "ISO, MDY"),
    status("TimeZone", "UTC"),
    status("integer_datetimes", "on"),
    status("standard_conforming_strings", "on"),
    message("K", key),
    message("Z", Buffer.from("I")),
  ])
}

/** The NotificationResponse messages inside one answer of the engine. */
const notifications = (answer: Buffer): Array<Buffer> => {
  const found: Array<Buffer> = []
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === code("A")) found.push(answer.subarray(at, at + 1 + answer.readInt32BE(at + 1)))
  }
  return found
}

/** Where the name of a prepared statement begins in a message, if it holds one. */
const nameAt = (taken: Buffer): number | undefined => {
  switch (taken[0]) {
    case code("P"):
      return 5
    case code("B"):
      return taken.indexOf(0, 5) + 1
    case code("D"):
    case code("C"):
      return taken[5] === code("S") ? 6 : undefined
    default:
      return undefined
  }
}

/** Bytes of one connection that the engine runs without a break. */
interface Job {
  readonly connection: Connection
  readonly unit: Buffer
}

/** One virtual connection: cuts what the driver writes into units the engine may run without a break. */
class Connection extends Duplex {
  readonly number: number
  readonly submit: (connection: Connection, unit: Buffer) => void
  readonly gone: (connection: Connection) => void
  unread: Buffer = Buffer.alloc(0)
  unit: Array<Buffer> = []
  started = false
  /** Prepared statements of this connection, by the names the engine knows. */
  prepared = new Set<string>()

  constructor(number: number, submit: Connection["submit"], gone: Connection["gone"]) {
    super()
    this.number = number
    this.submit = submit
    this.gone = gone
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void) {
    this.unread = this.unread.length === 0 ? chunk : Buffer.concat([this.unread, chunk])
    while (this.takeMessage()) continue
    done()
  }

  override _final(done: () => void) {
    done()
    this.destroy()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.gone(this)
    done(error)
  }

  takeMessage(): boolean {
    const head = this.started ? 1 : 0
    if (this.destroyed || this.unread.length < head + 4) return false
    const end = head + this.unread.readInt32BE(head)
    if (this.unread.length < end) return false
    const taken = this.unread.subarray(0, end)
    this.unread = this.unread.subarray(end)
    if (this.started) this.collect(taken)
    else this.start(taken.readInt32BE(4))
    return true
  }

  start(startup: number) {
    if (startup === startupCodes.ssl || startup === startupCodes.gssEncryption) this.push(Buffer.from("N"))
    // A cancel request finds nothing to cancel: the engine finishes a unit before it reads the next byte.
    else if (startup === startupCodes.cancel) this.destroy()
    else {
      this.started = true
      this.push(greeting(this.number))
    }
  }

  collect(taken: Buffer) {
    if (taken[0] === code("X")) return void this.destroy()
    this.unit.push(this.renamed(taken))
    // Only a query or a sync ends a unit, so the unnamed statements of two connections never mix.
    if (taken[0] !== code("Q") && taken[0] !== code("S")) return
    this.submit(this, Buffer.concat(this.unit))
    this.unit = []
  }

  /** The engine's one session knows a statement by its connection and name. */
  renamed(taken: Buffer): Buffer {
    const start = nameAt(taken)
    if (start === undefined || taken[start] === 0) return taken
    const end = taken.indexOf(0, start)
    const name = `${this.number}.${taken.toString("latin1", start, end)}`
    if (taken[0] === code("P")) this.prepared.add(name)
    if (taken[0] === code("C")) this.prepared.delete(name)
    const body = Buffer.concat([taken.subarray(5, start), Buffer.from(name, "latin1"), taken.subarray(end)])
    return message(String.fromCharCode(taken[0] ?? 0), body)
  }

  /** The `pg` package treats a custom stream as a socket. */
  connect() {
    queueMicrotask(() => this.emit("connect"))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

/**
 * Joins one embedded engine to any PostgreSQL driver that takes a stream
 * (`@effect/sql-pg`'s `stream`, `pg.Pool`'s `stream`), as many virtual
 * connections as wanted. While a transaction is open only its owner runs; a
 * connection that dies in one is rolled back; notifications reach all.
 * Prepared statements are kept apart by connection; other session state (role,
 * `set`, temporary tables) is shared by all.
 * Never call the engine beside these streams: the call would join somebody's
 * open transaction and vanish with its rollback.
 */
export const pgliteStream = (engine: Engine): (() => Duplex) => {
  const connections = new Set<Connection>()
  let jobs: Array<Job> = []
  let owner: Connection | undefined
  let busy = false
  let count = 0

  const run = async (unit: Uint8Array): Promise<Buffer> => {
    const chunks: Array<Uint8Array> = []
    // The engine hands out a view of its own memory, which the next call overwrites.
    const onRawData = (bytes: Uint8Array) => void chunks.push(bytes.slice())
    await engine.runExclusive(() => engine.execProtocolRawStream(unit, { onRawData }))
    return Buffer.concat(chunks)
  }

  const answer = (connection: Connection, bytes: Buffer) => {
    if (!connection.destroyed) connection.push(bytes)
    for (const notification of notifications(bytes)) {
      for (const other of connections) if (other !== connection && other.started) other.push(notification)
    }
  }

  /** What may run now; the rollback of a dead owner goes before everything else. */
  const next = (): Job | undefined => {
    if (owner?.destroyed === true) return { connection: owner, unit: rollback }
    const index = owner === undefined ? 0 : jobs.findIndex((job) => job.connection === owner)
    return index < 0 ? undefined : jobs.splice(index, 1)[0]
  }

  const perform = async (job: Job) => {
    try {
      answer(job.connection, await run(job.unit))
      owner = engine.isInTransaction() ? job.connection : undefined
    } catch (cause) {
      // The engine itself broke; nobody can be served any more.
      owner = undefined
      for (const connection of connections) connection.destroy(cause as Error)
    }
  }

  const pump = async () => {
    if (busy) return
    busy = true
    // No await between finding nothing and giving up: a unit submitted in that gap would wait for the next one.
    for (let job = next(); job !== undefined; job = next()) await perform(job)
    busy = false
  }

  const submit = (connection: Connection, unit: Buffer) => {
    jobs.push({ connection, unit })
    void pump()
  }
  const gone = (connection: Connection) => {
    connections.delete(connection)
    jobs = jobs.filter((job) => job.connection !== connection)
    if (connection.prepared.size > 0) jobs.push({ connection, unit: closing(connection.prepared) })
    void pump()
  }
  return () => {
    const connection = new Connection(++count, submit, gone)
    connections.add(connection)
    return connection
  }
}
