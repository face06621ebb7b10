import { elementsIn, readXml, textIn, type XmlElement } from "./xmlElements.ts"

/** What is heard: words, a sound file, or nothing for a while. */
export type Prompt =
  | { readonly _tag: "Say"; readonly text: string; readonly times: number }
  | { readonly _tag: "Play"; readonly address: string; readonly times: number }
  | { readonly _tag: "Pause"; readonly seconds: number }

/** Where the next document is asked for; an empty address is that of the document itself. */
export type NextDocument = { readonly address: string; readonly method: "GET" | "POST" }

export type GatherVerb = {
  readonly _tag: "Gather"
  readonly prompts: ReadonlyArray<Prompt>
  readonly action: NextDocument
  /** The wait for each key. */
  readonly seconds: number
  /** Ends with so many keys; null for as many as come. */
  readonly most: number | null
  readonly finishKey: string
  /** Asks for the next document also when no key came. */
  readonly evenEmpty: boolean
}

export type RecordVerb = {
  readonly _tag: "Record"
  readonly action: NextDocument
  readonly mostSeconds: number
  readonly finishKeys: string
  readonly beeps: boolean
  /** Where the finished recording is reported; empty for nowhere. */
  readonly reportTo: NextDocument
}

export type DialVerb = {
  readonly _tag: "Dial"
  readonly number: string
  readonly callerId: string | null
  /** null: the next verb follows. */
  readonly action: NextDocument | null
  readonly seconds: number
  readonly reportTo: NextDocument
  readonly reportEvents: ReadonlyArray<string>
}

/** One step of TwiML, with what is left out as Twilio takes it. */
export type Verb =
  | Prompt
  | GatherVerb
  | RecordVerb
  | DialVerb
  | { readonly _tag: "Redirect"; readonly to: NextDocument }
  | { readonly _tag: "Hangup" }

/** Said without an end, until someone hangs up. */
const endlessly = 1_000

const numberOf = (value: string | undefined, otherwise: number): number => {
  const read = Number(value ?? otherwise)
  return Number.isFinite(read) && read >= 0 ? read : otherwise
}

const timesOf = ({ loop }: XmlElement["attributes"]): number => numberOf(loop, 1) || endlessly

const nextOf = (address: string | undefined, method: string | undefined): NextDocument => ({
  address: (address ?? "").trim(),
  method: method?.toUpperCase() === "GET" ? "GET" : "POST",
})

const promptOf = (element: XmlElement): Prompt | undefined => {
  const { name, attributes } = element
  const text = textIn(element).trim()
  if (name === "Say") return { _tag: "Say", text: text.replaceAll(/\s+/g, " "), times: timesOf(attributes) }
  if (name === "Play") return { _tag: "Play", address: text, times: timesOf(attributes) }
  if (name === "Pause") return { _tag: "Pause", seconds: numberOf(attributes["length"], 1) }
  return undefined
}

const gatherOf = (element: XmlElement): GatherVerb => {
  const { attributes } = element
  const { action, method, timeout, numDigits, finishOnKey, actionOnEmptyResult } = attributes
  return {
    _tag: "Gather",
    prompts: elementsIn(element).flatMap((child) => promptOf(child) ?? []),
    action: nextOf(action, method),
    seconds: numberOf(timeout, 5),
    most: numDigits === undefined ? null : Math.max(1, numberOf(numDigits, 1)),
    finishKey: finishOnKey ?? "#",
    evenEmpty: actionOnEmptyResult === "true",
  }
}

const recordOf = ({ attributes }: XmlElement): RecordVerb => ({
  _tag: "Record",
  action: nextOf(attributes["action"], attributes["method"]),
  mostSeconds: numberOf(attributes["maxLength"], 3_600),
  finishKeys: attributes["finishOnKey"] ?? "1234567890*#",
  beeps: attributes["playBeep"] !== "false",
  reportTo: nextOf(attributes["recordingStatusCallback"], attributes["recordingStatusCallbackMethod"]),
})

const dialOf = (element: XmlElement): DialVerb => {
  const { attributes } = element
  const number = elementsIn(element).find(({ name }) => name === "Number")
  const leg = number?.attributes ?? {}
  return {
    _tag: "Dial",
    number: textIn(number ?? element).replaceAll(/[\s().-]/g, ""),
    callerId: attributes["callerId"] ?? null,
    action: attributes["action"] === undefined ? null : nextOf(attributes["action"], attributes["method"]),
    seconds: numberOf(attributes["timeout"], 30),
    reportTo: nextOf(leg["statusCallback"], leg["statusCallbackMethod"]),
    reportEvents: (leg["statusCallbackEvent"] ?? "completed").split(" "),
  }
}

const verbOf = (element: XmlElement): Verb | undefined => {
  switch (element.name) {
    case "Gather":
      return gatherOf(element)
    case "Record":
      return recordOf(element)
    case "Dial":
      return dialOf(element)
    case "Redirect":
      return { _tag: "Redirect", to: nextOf(textIn(element), element.attributes["method"]) }
    case "Hangup":
      return { _tag: "Hangup" }
    default:
      return promptOf(element)
  }
}

/** Reads a document of TwiML; undefined for one that Twilio could not read. What it does not know is left out, as Twilio does. */
export const readTwiml = (text: string): ReadonlyArray<Verb> | undefined => {
  const response = readXml(text)
  if (response?.name !== "Response") return undefined
  return elementsIn(response).flatMap((element) => verbOf(element) ?? [])
}
