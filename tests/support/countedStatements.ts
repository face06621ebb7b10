import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { statementReader } from "./statements.ts"

// From its first statement on: a statement is named once, and goes by its name from then on.
const read = statementReader()
let ran: Array<string> = []
const execute = Reflect.get(PGlite.prototype, "execProtocolRawStream") as PGlite["execProtocolRawStream"]
PGlite.prototype.execProtocolRawStream = async function (bytes, options) {
  ran.push(...read(Buffer.from(bytes)).map((text) => text.replaceAll(/\s+/gu, " ").trim()))
  return Reflect.apply(execute, this, [bytes, options])
}

/** Runs an effect on the embedded database of this file, and gives the statements that it sent, `begin` and `commit` included. */
export const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    ran = []
    return Effect.map(effect, () => ran)
  })
