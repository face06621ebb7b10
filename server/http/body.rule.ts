import { limits } from "#schemas/constants.ts"
import { problem, type Problem } from "#schemas/problem.ts"

const notText = () => problem("Invalid", "The request holds characters that are not text.")
const tooDeep = () => problem("Invalid", "The request is nested too deeply.")
const tooMany = () => problem("TooLarge", `The request has more than ${limits.bodyKeys.toLocaleString("en")} fields.`)
// Readers disagree on which of two equal names holds, so neither is taken.
const twice = () => problem("Invalid", "The request names a field twice.")

/** Whether a text can be stored: PostgreSQL takes neither half a character nor the one numbered 0. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes("\0")

/** The text of some bytes, or the problem of bytes that are no UTF-8. A mark at the beginning is left out. */
export const textOf = (bytes: ArrayBuffer | Uint8Array): string | Problem => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return notText()
  }
}

const quote = 0x22
const backslash = 0x5c

/** The place of the quote that ends the string which begins at `from`; the text's length where none does. */
const endOfString = (text: string, from: number): number => {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at += 1
  }
  return text.length
}

const colonAfter = /\s*:/y
const isName = (text: string, end: number): boolean => {
  colonAfter.lastIndex = end + 1
  return colonAfter.test(text)
}

/** What a string of JSON says, or undefined for what is no string: the contract says so then. */
const read = (text: string, from: number, end: number): string | undefined => {
  const inner = text.slice(from + 1, end)
  if (!inner.includes("\\")) return inner
  try {
    return JSON.parse(`"${inner}"`) as string
  } catch {
    return undefined
  }
}

/**
 * What is wrong with a JSON text that its grammar and the contract let pass: too deep, too many fields, a field named
 * twice, or text that cannot be stored. One pass, which ends at the first fault; it builds nothing. Text that is no
 * JSON may come through: the contract says so, with its own sentence.
 */
export const jsonFault = (text: string): Problem | undefined => {
  /** What is open where the pass is: the names of an object so far; null for a list. */
  const open: Array<Set<string> | null> = []
  let names = 0
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === "}" || letter === "]") open.pop()
    else if (letter === "{" || letter === "[") {
      if (open.push(letter === "{" ? new Set() : null) > limits.bodyDepth) return tooDeep()
    } else if (letter === '"') {
      const end = endOfString(text, at)
      const said = read(text, at, end)
      if (said !== undefined && !isStorable(said)) return notText()
      const object = open.at(-1)
      if (said !== undefined && object instanceof Set && isName(text, end)) {
        if (object.has(said)) return twice()
        object.add(said)
        names += 1
        if (names > limits.bodyKeys) return tooMany()
      }
      at = end
    }
  }
  return undefined
}

/**
 * Whether text with percent signs, of an address or a form, stands for text that can be stored. A percent sign that
 * begins no byte stands for itself, as it does for browsers.
 */
export const isSoundEncoded = (text: string): boolean => {
  try {
    return isStorable(decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, "%25")))
  } catch {
    return false
  }
}

const fieldsIn = (text: string): URLSearchParams | Problem => {
  // URLSearchParams would drop a leading "?" as the start of a query.
  const fields = new URLSearchParams(text.replace(/^\?/, "%3F"))
  return fields.size > limits.bodyKeys ? tooMany() : fields
}

/** The fields of a form as browsers send it, or the problem of one with too many, or that is no text. */
export const formOf = (bytes: ArrayBuffer | Uint8Array): URLSearchParams | Problem => {
  const text = textOf(bytes)
  if (typeof text !== "string") return text
  return isSoundEncoded(text) ? fieldsIn(text) : notText()
}

/** The fields of a form that must not be refused for its characters: bytes that are no UTF-8 are replaced. Store them `asStorable`. */
export const anyFormOf = (bytes: ArrayBuffer | Uint8Array): URLSearchParams | Problem =>
  fieldsIn(new TextDecoder().decode(bytes))

/** A text without what cannot be stored. */
export const asStorable = (text: string): string => text.toWellFormed().replaceAll("\0", "")
