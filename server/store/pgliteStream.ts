import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"
import { closeStatements, code, greeting, notifications, query, renameStatement, startupCodes } from "./wireProtocol.ts"

/** The part of the engine the adapter drives. */
type Engine = Pick<PGlite, "execProtocolRawStream" | "isInTransaction" | "runExclusive">

const rollback = query("ROLLBACK")
/** How long the engine may keep the process to itself while there is work. */
const longestSliceMillis = 5

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
    // The engine's one session knows a statement by its connection and name.
    const { bytes, opens, closes } = renameStatement(taken, `${this.number}.`)
    if (opens !== undefined) this.prepared.add(opens)
    if (closes !== undefined) this.prepared.delete(closes)
    this.unit.push(bytes)
    // Only a query or a sync ends a unit, so the unnamed statements of two connections never mix.
    if (taken[0] !== code("Q") && taken[0] !== code("S")) return
    this.submit(this, Buffer.concat(this.unit))
    this.unit = []
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

/** The ways into an engine, and their end. */
export interface EngineStream {
  /** Opens one more virtual connection. */
  readonly stream: () => Duplex
  /**
   * Lets the running unit end and gives the engine nothing more. To be awaited
   * before the engine is closed: a closed engine that gets work never returns.
   */
  readonly stop: () => Promise<void>
}

/**
 * Joins one embedded engine to any PostgreSQL driver that takes a stream
 * (`@effect/sql-pg`'s `stream`, `pg.Pool`'s `stream`), as many virtual
 * connections as wanted. While a transaction is open only its owner runs; a
 * connection that dies in one is rolled back; notifications reach all.
 * Prepared statements are kept apart by connection; other session state (role,
 * `set`, temporary tables) is shared by all.
 * Never call the engine past these streams: the call would join someone's
 * open transaction and vanish with its rollback.
 */
export const pgliteStream = (engine: Engine): EngineStream => {
  const connections = new Set<Connection>()
  let jobs: Array<Job> = []
  let owner: Connection | undefined
  let stopped = false
  let busy = false
  let work = Promise.resolve()
  let count = 0
  let lastBreath = 0

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
    if (stopped) return undefined
    const index = owner === undefined ? 0 : jobs.findIndex((job) => job.connection === owner)
    return index < 0 ? undefined : jobs.splice(index, 1)[0]
  }

  const perform = async (job: Job) => {
    try {
      answer(job.connection, await run(job.unit))
      owner = engine.isInTransaction() ? job.connection : undefined
    } catch (cause) {
      // The engine itself broke; no one can be served any more.
      owner = undefined
      for (const connection of connections) connection.destroy(cause as Error)
    }
  }

  /** Lets sockets and timers have their turn: engine, driver and fibers else go on among themselves for ever. */
  const breathe = async () => {
    if (performance.now() - lastBreath < longestSliceMillis) return
    await new Promise((resume) => setImmediate(resume))
    lastBreath = performance.now()
  }

  const pump = async () => {
    while (true) {
      await breathe()
      const job = next()
      if (job === undefined) break
      await perform(job)
    }
    // No await since nothing was found: a unit submitted in between would wait for the next one.
    busy = false
  }
  const wake = () => {
    if (busy) return
    busy = true
    work = pump()
  }

  const submit = (connection: Connection, unit: Buffer) => {
    jobs.push({ connection, unit })
    wake()
  }
  const gone = (connection: Connection) => {
    connections.delete(connection)
    jobs = jobs.filter((job) => job.connection !== connection)
    if (connection.prepared.size > 0) jobs.push({ connection, unit: closeStatements(connection.prepared) })
    wake()
  }
  const stream = () => {
    const connection = new Connection(++count, submit, gone)
    connections.add(connection)
    return connection
  }
  const stop = async () => {
    stopped = true
    wake()
    await work
  }
  return { stream, stop }
}
