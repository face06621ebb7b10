import { Effect, Layer, Logger } from "effect"

/** Collects what a test's effects log, as the program would print it: one line of JSON each. */
export const collectLog = () => {
  const lines: Array<string> = []
  const collecting = Logger.map(Logger.formatJson, (line) => void lines.push(line))
  return { lines, layer: Logger.layer([collecting]) satisfies Layer.Layer<never> }
}

/** Personal data of the demo: its numbers, addresses and patient ids all have a mark of their own. */
export const marksOfPeople = /1\d{3}55501\d\d|@example|\b(NW|HD)-S?1\d{4}\b/

/** Says something into the log, so that a silent log is not mistaken for a clean one. */
export const sayHello = Effect.logInfo("hello from the test")
