import type { AddressInfo, Socket } from "node:net"
import { Effect } from "effect"
import smpp, { type PDU, type Session } from "smpp"

/** What the SMSC does with a message: takes it under a name, refuses it, takes it and says nothing, or breaks the connection. */
export type SmscAnswer = { readonly id: string } | { readonly status: number } | "silent" | "breakBefore" | "breakAfter"

/** A message that the SMSC took. */
export type TakenMessage = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly body: string
  readonly coding: number
  readonly header: ReadonlyArray<number> | undefined
  readonly pdu: PDU
}

type Words = { readonly message: string; readonly udh?: ReadonlyArray<Buffer> }
const isWords = (value: unknown): value is Words => typeof value === "object" && value !== null && "message" in value

const takenOf = (pdu: PDU, id: string): TakenMessage => {
  const words = isWords(pdu["short_message"]) ? pdu["short_message"] : { message: "" }
  return {
    id,
    from: String(pdu["source_addr"]),
    to: String(pdu["destination_addr"]),
    body: words.message,
    coding: Number(pdu["data_coding"]),
    header: words.udh?.[0] === undefined ? undefined : [...words.udh[0]],
    pdu,
  }
}

/** An SMSC on this machine, for the tests of our client: it does what `smsc.answer` says. */
export const startSmsc = ({ port = 0 }: { readonly port?: number } = {}) =>
  Effect.gen(function* () {
    const bound = new Set<Session>()
    const sockets = new Set<Socket>()
    let messages = 0
    const smsc = {
      port: 0,
      /** Every message that was taken, in order. */
      taken: [] as Array<TakenMessage>,
      binds: [] as Array<PDU>,
      bindStatus: 0,
      /** Whether it answers enquire_link. */
      isAwake: true,
      /** Called for each message; by default it is taken. */
      answer: (_pdu: PDU): SmscAnswer | Promise<SmscAnswer> => ({ id: smsc.nextId() }),
      nextId: () => (messages += 1).toString(16).padStart(8, "0"),
      sessions: bound,
      /** Breaks every connection at once. */
      breakAll: () => sockets.forEach((socket) => socket.destroy()),
      /** Writes bytes as they are on every connection. */
      write: (bytes: Uint8Array | string) => sockets.forEach((socket) => socket.write(bytes)),
      /** Hands a message over on the newest connection; gives the status of the answer, or -1 when it broke first. */
      deliver: (fields: Readonly<Record<string, unknown>>) =>
        new Promise<number>((resolve) => {
          const session = [...bound].at(-1)
          if (session === undefined) return resolve(-1)
          session.once("close", () => resolve(-1))
          session.send(
            new smpp.PDU("deliver_sm", {
              ...{ source_addr_ton: 1, source_addr_npi: 1, dest_addr_ton: 1, dest_addr_npi: 1, data_coding: 0 },
              ...fields,
            }),
            ({ command_status }) => resolve(command_status),
          )
        }),
      /** The receipt of a message that was taken. */
      receipt: ({ from, to, id }: Pick<TakenMessage, "from" | "to" | "id">, state = "DELIVRD") =>
        smsc.deliver({
          ...{ source_addr: to, destination_addr: from, esm_class: 4 },
          short_message: `id:${id} sub:001 dlvrd:001 submit date:2611281200 done date:2611281201 stat:${state} err:000 text:Hello`,
        }),
      /** A text of a person. */
      text: (from: string, to: string, body: string, more: Readonly<Record<string, unknown>> = {}) =>
        smsc.deliver({ source_addr: from, destination_addr: to, short_message: body, ...more }),
    }

    const submit = async (session: Session, pdu: PDU) => {
      const answer = await smsc.answer(pdu)
      if (answer === "breakBefore") return session.socket.destroy()
      if (answer === "silent" || answer === "breakAfter") {
        smsc.taken.push(takenOf(pdu, smsc.nextId()))
        return answer === "breakAfter" ? session.socket.destroy() : undefined
      }
      if ("status" in answer) return session.send(pdu.response({ command_status: answer.status }))
      smsc.taken.push(takenOf(pdu, answer.id))
      return session.send(pdu.response({ message_id: answer.id }))
    }

    const server = smpp.createServer((session) => {
      session.socket.setNoDelay(true)
      session.setMaxListeners(0)
      sockets.add(session.socket)
      session.on("error", () => session.destroy())
      session.on("close", () => {
        bound.delete(session)
        sockets.delete(session.socket)
      })
      session.on("bind_transceiver", (pdu: PDU) => {
        smsc.binds.push(pdu)
        session.send(pdu.response({ command_status: smsc.bindStatus, system_id: "smsc" }))
        if (smsc.bindStatus === 0) bound.add(session)
      })
      session.on("enquire_link", (pdu: PDU) => smsc.isAwake && session.send(pdu.response()))
      session.on("unbind", (pdu: PDU) => {
        session.send(pdu.response())
        session.socket.destroySoon()
      })
      session.on("submit_sm", (pdu: PDU) => void submit(session, pdu))
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(port, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.callback<void>((resume) => {
          smsc.breakAll()
          server.close(() => resume(Effect.void))
        }),
    )
    smsc.port = (server.address() as AddressInfo).port
    return smsc
  })

/** The SMSC of a test. */
export type Smsc = Effect.Success<ReturnType<typeof startSmsc>>
