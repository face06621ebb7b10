import { isIP } from "node:net"
import { Deferred, Effect, Option, type Redacted } from "effect"
import smpp, { type PDU, type Session } from "smpp"

/** How to reach an SMSC, and by which sign-in. Times are milliseconds. */
export type SmppConfig = {
  readonly host: string
  readonly port: number
  /** Whether the connection is TLS. */
  readonly secure: boolean
  readonly systemId: string
  readonly password: Redacted.Redacted
  /** Most texts whose answer is awaited at once (default 10). */
  readonly window?: number
  /** Longest wait for a connection and for an answer (default 10,000). */
  readonly answerMillis?: number
  /** How often the SMSC is asked whether it is still there (default 30,000). */
  readonly enquireMillis?: number
  /** The first pause before another connection, doubled with each that fails (default 1,000). */
  readonly reconnectMillis?: number
}

/**
 * How a request ended. `NotSent`: no byte of it went out. `HeldBack`: nor did one, because `mayStart` said no. `Lost`: it
 * went out and no answer came back, so the SMSC may have acted on it.
 */
export type Asked =
  | { readonly _tag: "Answered"; readonly answer: PDU }
  | { readonly _tag: "NotSent"; readonly reason: string }
  | { readonly _tag: "HeldBack" }
  | { readonly _tag: "Lost"; readonly reason: string }

/** How a text to be handed over ended: as the SMSC answered, or without a connection for the reason that `code` says. */
export type Submitted =
  | Exclude<Asked, { readonly _tag: "NotSent" }>
  | { readonly _tag: "NotSent"; readonly code: string }

/** A text or a receipt that the SMSC hands over. It repeats what is not answered, and what is answered with an error. */
export type Handed = { readonly pdu: PDU; readonly answer: (status: number) => void }

/** One connection to an SMSC. */
export type SmppSession = {
  /** Asks one thing. `mayStart` is asked right before the first byte goes out. */
  readonly ask: (
    command: string,
    fields: Readonly<Record<string, unknown>>,
    mayStart?: () => boolean,
  ) => Effect.Effect<Asked>
  /** Whether it takes anything still. */
  readonly isOpen: () => boolean
  /** Waits for its end, by either side. */
  readonly closed: Effect.Effect<void>
}

/** ESME_RINVCMDID: a request that we do not serve. */
const unknownCommand = 0x03

const reasonOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unreadable"

/** Sends an answer; a connection that is gone takes none, and the SMSC repeats its request on the next one. */
const answerWith = (session: Session, pdu: PDU, status: number): void => {
  try {
    if (session.socket.writable) session.send(pdu.response({ command_status: status }))
  } catch {
    session.destroy()
  }
}

/** Serves what an SMSC asks of us. Whatever it sends ends the session at most: an error thrown in an event would end the process. */
const serve = (session: Session, onHanded: (handed: Handed) => void) => {
  session.on("pdu", (pdu: PDU) => {
    try {
      if (pdu.isResponse()) return
      if (pdu.command === "deliver_sm") onHanded({ pdu, answer: (status) => answerWith(session, pdu, status) })
      else if (pdu.command === "enquire_link") answerWith(session, pdu, 0)
      else if (pdu.command === "unbind") {
        answerWith(session, pdu, 0)
        session.socket.destroySoon()
      } else if (pdu.command !== "alert_notification" && pdu.command !== "outbind")
        answerWith(session, pdu, unknownCommand)
    } catch {
      session.destroy()
    }
  })
}

const connected = (session: Session, secure: boolean): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    session.once(secure ? "secureConnect" : "connect", () => {
      session.socket.setNoDelay(true)
      resume(Effect.succeed(true))
    })
    session.once("close", () => resume(Effect.succeed(false)))
  })

/** Takes leave and closes; what is still to be written goes out first. */
const leave = (session: Session): void => {
  try {
    if (session.socket.writable) session.send(new smpp.PDU("unbind"))
  } catch {
    // The connection is gone already.
  }
  session.socket.destroySoon()
}

/** Asks whether the SMSC is there, and closes the connection when no answer comes. */
const enquiring = (session: Session, ask: SmppSession["ask"], millis: number) =>
  Effect.sleep(millis).pipe(
    Effect.andThen(ask("enquire_link", {})),
    Effect.tap((asked) => Effect.sync(() => (asked._tag === "Answered" ? undefined : session.destroy()))),
    Effect.forever,
  )

/**
 * Connects to an SMSC; the connection is closed with the scope. Gives no session, and the reason, when it cannot be
 * reached. When the connection ends, all that is still open ends as lost: the SMSC may have acted on it.
 */
export const openSession = Effect.fnUntraced(function* (config: SmppConfig, onHanded: (handed: Handed) => void) {
  const { host, port, secure: tls, answerMillis = 10_000, enquireMillis = 30_000 } = config
  const closed = yield* Deferred.make<void>()
  const open = new Set<(asked: Asked) => void>()
  let trouble = "closed"
  const session = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const made = smpp.connect({ host, port, tls, ...(tls && isIP(host) === 0 ? { servername: host } : {}) })
      made.on("error", (error: unknown) => {
        trouble = reasonOf(error)
        made.destroy()
      })
      made.on("close", () => {
        open.forEach((end) => end({ _tag: "Lost", reason: trouble }))
        Deferred.doneUnsafe(closed, Effect.void)
      })
      serve(made, onHanded)
      return made
    }),
    (made) => Effect.sync(() => leave(made)),
  )

  const isOpen = () => !session.socket.destroyed && session.socket.writable
  const ask: SmppSession["ask"] = (command, fields, mayStart = () => true) =>
    Effect.callback<Asked>((resume) => {
      const end = (asked: Asked) => {
        open.delete(end)
        resume(Effect.succeed(asked))
      }
      if (!isOpen()) return end({ _tag: "NotSent", reason: "closed" })
      if (!mayStart()) return end({ _tag: "HeldBack" })
      open.add(end)
      try {
        session.send(new smpp.PDU(command, fields), (answer) => end({ _tag: "Answered", answer }))
      } catch {
        // It is written in one piece, so nothing of it left.
        return end({ _tag: "NotSent", reason: "unwritable" })
      }
      return Effect.sync(() => void open.delete(end))
    }).pipe(
      Effect.timeoutOption(answerMillis),
      Effect.map(Option.getOrElse((): Asked => ({ _tag: "Lost", reason: "no answer" }))),
    )

  const isThere = yield* Effect.timeoutOption(connected(session, tls), answerMillis)
  if (Option.isNone(isThere)) return { _tag: "Unreachable", reason: "no answer" } as const
  if (!isThere.value) return { _tag: "Unreachable", reason: trouble } as const
  yield* Effect.forkScoped(enquiring(session, ask, enquireMillis))
  return { _tag: "Connected", session: { ask, isOpen, closed: Deferred.await(closed) } satisfies SmppSession } as const
})
