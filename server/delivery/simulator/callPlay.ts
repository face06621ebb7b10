import { Effect } from "effect"
import type { Over } from "./callClock.ts"
import type { Leg } from "./callLeg.ts"
import {
  type DialVerb,
  type GatherVerb,
  type NextDocument,
  type Prompt,
  readTwiml,
  type RecordVerb,
  type Verb,
} from "./twiml.ts"

/** Where the next document comes from: an address with the fields to ask it with, or words at hand. */
export type Source =
  | { readonly _tag: "Ask"; readonly next: NextDocument; readonly fields: Readonly<Record<string, string>> }
  | { readonly _tag: "Text"; readonly text: string; readonly address: string }

/** What was found at an address. */
export type Found = { readonly body: string; readonly error: null } | { readonly body: null; readonly error: string }

/** An answered call, as its document sees it. */
export type Line = Leg & {
  /** Asks the server under test for a document; never interrupted in the middle. */
  readonly ask: (next: NextDocument, fields: Readonly<Record<string, string>>) => Effect.Effect<Found>
  /** Where a document is asked for that could not be had otherwise; null for nowhere. */
  readonly fallback: NextDocument | null
  /** Keeps a recording and reports it; gives its fields. */
  readonly keepRecording: (verb: RecordVerb, address: string, seconds: number) => Readonly<Record<string, string>>
  /** Calls another number and connects it; gives what became of it. */
  readonly dial: (verb: DialVerb, address: string) => Effect.Effect<Readonly<Record<string, string>>, Over>
}

/** How long a sound file lasts of which nothing is known, and a letter of a sentence, in milliseconds. */
const soundMillis = 5_000
const letterMillis = 65
/** More documents than any flow needs: one that leads in a circle without a word ends here. */
const mostDocuments = 500
/** Twilio's code for a document that it cannot read. */
const unreadable = "12100"
const apology: Verb = { _tag: "Say", text: "We are sorry, an application error has occurred. Goodbye.", times: 1 }

/** An address in a document, which may be relative to it. */
export const resolved = (next: NextDocument, document: string): NextDocument => ({
  ...next,
  address: URL.canParse(next.address, document) ? new URL(next.address, document).href : document,
})

const speak = Effect.fnUntraced(function* (line: Line, prompt: Prompt, address: string) {
  if (prompt._tag === "Pause") return yield* line.clock.pass(prompt.seconds * 1_000)
  for (let time = 0; time < prompt.times; time += 1) {
    if (prompt._tag === "Say") {
      line.hear("said", prompt.text)
      yield* line.clock.pass(Math.max(500, prompt.text.length * letterMillis))
    } else {
      line.hear("played", resolved({ address: prompt.address, method: "GET" }, address).address)
      yield* line.clock.pass(soundMillis)
    }
  }
})

const gather = Effect.fnUntraced(function* (line: Line, verb: GatherVerb, address: string) {
  const words = verb.prompts.map((prompt) => (prompt._tag === "Say" ? prompt.text : "")).join(" ")
  const listen = Effect.forEach(verb.prompts, (prompt) => speak(line, prompt, address), { discard: true })
  const { digits, isFinished } = yield* line.person.type(verb, words, listen)
  if (digits === "" && !isFinished && !verb.evenEmpty) return null
  const fields = { Digits: digits, msg: "Gather End", ...(isFinished ? { FinishedOnKey: verb.finishKey } : {}) }
  return { _tag: "Ask", next: resolved(verb.action, address), fields } as const
})

const record = Effect.fnUntraced(function* (line: Line, verb: RecordVerb, address: string) {
  const next = resolved(verb.action, address)
  if (verb.beeps) line.hear("beeped", "")
  const began = line.clock.passed()
  const hungUp = Effect.gen(function* () {
    const seconds = Math.round((line.clock.passed() - began) / 1_000)
    if (seconds > 0) yield* line.ask(next, { ...line.keepRecording(verb, address, seconds), Digits: "hangup" })
    return yield* Effect.fail("over" as const)
  })
  const { seconds, endedBy } = yield* Effect.catch(line.person.speak(verb), () => hungUp)
  if (seconds === 0) return null
  return { _tag: "Ask", next, fields: { ...line.keepRecording(verb, address, seconds), Digits: endedBy } } as const
})

/** Plays one step. Gives where the call goes on, or null for the next step. */
const play = Effect.fnUntraced(function* (
  line: Line,
  verb: Verb,
  address: string,
): Effect.fn.Return<Source | null, Over> {
  switch (verb._tag) {
    case "Gather":
      return yield* gather(line, verb, address)
    case "Record":
      return yield* record(line, verb, address)
    case "Dial": {
      const fields = yield* line.dial(verb, address)
      return verb.action === null ? null : { _tag: "Ask", next: resolved(verb.action, address), fields }
    }
    case "Redirect":
      return { _tag: "Ask", next: resolved(verb.to, address), fields: {} }
    case "Hangup":
      return yield* Effect.fail("over" as const)
    default:
      yield* speak(line, verb, address)
      return null
  }
})

/** Finds a document, or what is wrong with it. */
const open = Effect.fnUntraced(function* (line: Line, source: Source) {
  if (source._tag === "Text") return { verbs: readTwiml(source.text), error: unreadable }
  const { body, error } = yield* line.ask(source.next, source.fields)
  return { verbs: body === null ? undefined : readTwiml(body), error: error ?? unreadable }
})

/** Plays one document. Gives where the call goes on, or null at its end. */
const playOne = Effect.fnUntraced(function* (
  line: Line,
  source: Source,
  fallback: NextDocument | null,
): Effect.fn.Return<Source | null, Over> {
  const address = source._tag === "Text" ? source.address : source.next.address
  const { verbs, error } = yield* open(line, source)
  if (verbs === undefined && fallback !== null) {
    return { _tag: "Ask", next: fallback, fields: { ErrorCode: error, ErrorUrl: address } }
  }
  for (const verb of verbs ?? [apology]) {
    const next = yield* play(line, verb, address)
    if (next !== null) return next
  }
  return null
})

/** Plays a document and all that it leads to, until nothing is left to play or the call is over. */
export const playAll = Effect.fnUntraced(function* (line: Line, first: Source): Effect.fn.Return<void, Over> {
  let source: Source | null = first
  for (let count = 0; source !== null && count < mostDocuments; count += 1) {
    // What should help after a failure is not asked for after its own.
    const hasFailed: boolean = source._tag === "Ask" && source.next === line.fallback
    source = yield* playOne(line, source, hasFailed ? null : line.fallback)
  }
})
