/** What we use of `smpp` 0.5.1, which has no types of its own. */
declare module "smpp" {
  import type { EventEmitter } from "node:events"
  import type { Server as NetServer, Socket } from "node:net"

  type Fields = Readonly<Record<string, unknown>>

  /** A request or an answer. Its fields are what the other side wrote: look at each before it is used. */
  class PDU {
    constructor(command: string, fields?: Fields)
    readonly command: string
    readonly command_status: number
    readonly sequence_number: number;
    readonly [field: string]: unknown
    isResponse(): boolean
    response(fields?: Fields): PDU
    toBuffer(): Buffer
  }

  class Session extends EventEmitter {
    readonly socket: Socket
    /** False when the connection takes nothing more. Throws for fields that cannot be written. */
    send(pdu: PDU, onAnswer?: (answer: PDU) => void): boolean
    destroy(): void
  }

  class Server extends NetServer {
    readonly sessions: ReadonlyArray<Session>
  }

  const smpp: {
    readonly PDU: typeof PDU
    /** Gives the session before it is connected; it emits `connect`, over TLS `secureConnect`. */
    readonly connect: (options: {
      readonly host: string
      readonly port: number
      readonly tls: boolean
      readonly servername?: string
    }) => Session
    readonly createServer: (onSession: (session: Session) => void) => Server
  }
  export default smpp
  export type { PDU, Server, Session }
}
