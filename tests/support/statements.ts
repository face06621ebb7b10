const query = "Q".charCodeAt(0)
const parse = "P".charCodeAt(0)
const bind = "B".charCodeAt(0)
const execute = "E".charCodeAt(0)

/** Null-terminated texts from the start of a message's content. */
const textsIn = (content: Buffer): ReadonlyArray<string> => content.toString("latin1").split("\0", 2)

/**
 * Reads what a driver writes to a database, given as whole messages of PostgreSQL's protocol.
 * @returns gives the statements that run, `begin` and `commit` included, as their texts
 */
export const statementReader = () => {
  const texts = new Map<string, string>()
  let bound = ""
  return (bytes: Buffer): ReadonlyArray<string> => {
    const ran: Array<string> = []
    for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
      const [first = "", second = ""] = textsIn(bytes.subarray(at + 5, at + 1 + bytes.readInt32BE(at + 1)))
      if (bytes[at] === query) ran.push(first)
      if (bytes[at] === parse) texts.set(first, second)
      if (bytes[at] === bind) bound = second
      if (bytes[at] === execute) ran.push(texts.get(bound) ?? bound)
    }
    return ran
  }
}
