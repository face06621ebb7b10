import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { statementReader } from "./statements.ts"

// From its first statement on: a statement is named once, and goes by its name from then on.
const read = statementReader()
let ran: Array<string> = []
const isNews = /^with soon as .* pg_notify\('events'/u
const execute = Reflect.get(PGlite.prototype, "execProtocolRawStream") as PGlite["execProtocolRawStream"]
PGlite.prototype.execProtocolRawStream = async function (bytes, options) {
  const texts = read(Buffer.from(bytes)).map((text) => text.replaceAll(/\s+/gu, " ").trim())
  ran.push(...texts.filter((text) => !isNews.test(text)))
  return Reflect.apply(execute, this, [bytes, options])
}

/**
 * Runs an effect on the embedded database of this file, and gives the statements that it sent, `begin` and `commit` included, but for the news of
 * changes, which are sent apart once they are committed: no one waits for them.
 */
export const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    ran = []
    return Effect.map(effect, () => ran)
  })
