/*
 * The few parts of PostgreSQL's protocol, version 3, that the stream into the
 * embedded engine must understand (postgresql.org/docs, "Message Formats").
 */

/** The second number of a packet that opens a connection, where it is no version. */
export const startupCodes = { ssl: 80_877_103, cancel: 80_877_102, gssEncryption: 80_877_104 }

/** A message's kind as its first byte holds it. */
export const code = (letter: string) => letter.charCodeAt(0)

const message = (letter: string, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(5)
  head.write(letter, 0, "latin1")
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const noBody = Buffer.alloc(0)

/** A simple query. */
export const query = (text: string) => message("Q", Buffer.from(`${text}\0`))

/** Closes prepared statements. */
export const closeStatements = (names: Iterable<string>): Buffer =>
  Buffer.concat([
    ...Array.from(names, (name) => message("C", Buffer.from(`S${name}\0`, "latin1"))),
    message("S", noBody),
  ])

/** What a server says after a successful log-in. The engine is one session, so each connection gets the same. */
export const greeting = (connection: number): Buffer => {
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
export const notifications = (answer: Buffer): Array<Buffer> => {
  const found: Array<Buffer> = []
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === code("A")) found.push(answer.subarray(at, at + 1 + answer.readInt32BE(at + 1)))
  }
  return found
}

/** Where the name of a prepared statement begins in a message, if it holds one. */
const nameAt = (taken: Buffer): number | undefined => {
  const kind = taken[0]
  if (kind === code("P")) return 5
  if (kind === code("B")) return taken.indexOf(0, 5) + 1
  return (kind === code("D") || kind === code("C")) && taken[5] === code("S") ? 6 : undefined
}

/**
 * The message with its prepared statement's name under a prefix, and what it
 * does to that name; the message as it is when it names none.
 */
export const renameStatement = (
  taken: Buffer,
  prefix: string,
): { readonly bytes: Buffer; readonly opens?: string; readonly closes?: string } => {
  const start = nameAt(taken)
  if (start === undefined || taken[start] === 0) return { bytes: taken }
  const end = taken.indexOf(0, start)
  const name = prefix + taken.toString("latin1", start, end)
  const body = Buffer.concat([taken.subarray(5, start), Buffer.from(name, "latin1"), taken.subarray(end)])
  const bytes = message(taken.toString("latin1", 0, 1), body)
  if (taken[0] === code("P")) return { bytes, opens: name }
  return taken[0] === code("C") ? { bytes, closes: name } : { bytes }
}
