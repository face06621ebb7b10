import { SaxesParser } from "saxes"
import type { Line } from "./cutText.rule.ts"

/** The text of a service as it stands in an answer, with what stays by its number; undefined where it cannot be read. */
export const readMarked = (answer: string): Line | undefined => {
  const parts: Array<string | number> = []
  let [depth, isBroken] = [0, false]
  const parser = new SaxesParser<{ fragment: true; xmlns: false }>({ fragment: true, xmlns: false })
  // Services that write HTML know it.
  parser.ENTITIES["nbsp"] = "\u00A0"
  for (const event of ["error", "cdata", "doctype", "processinginstruction", "comment"] as const)
    parser.on(event, () => {
      isBroken = true
    })
  parser.on("opentag", ({ attributes: { id = "" } }) => {
    if (depth === 0 && /^\d+$/.test(id)) parts.push(Number(id))
    else isBroken = true
    depth += 1
  })
  parser.on("closetag", () => {
    depth -= 1
  })
  parser.on("text", (text) => {
    if (depth === 0) parts.push(text)
  })
  parser.write(answer).close()
  return isBroken ? undefined : parts
}
