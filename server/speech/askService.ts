import { Effect, Option } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"

/** A speech service elsewhere. */
export type SpeechService = {
  /** As sentences and the log name it. */
  readonly name: string
  /** The settings that say who we are to it, for the operator whose key it does not take. */
  readonly settings: string
}

/** An answer that came whole, whatever its status. */
export type ServiceAnswer = {
  readonly status: number
  readonly contentType: string
  readonly headers: Headers
  readonly bytes: Buffer
}

/** What is asked, made for each try: signatures hold their time. */
export type ServiceRequest = () => Request | Promise<Request>

/** How much an answer may hold, and how long it may take to come whole. */
type Bounds = { readonly bytes: number; readonly time: "5 seconds" | "30 seconds" }

/** Lists are text. */
const listBounds: Bounds = { bytes: 8 * 1024 * 1024, time: "5 seconds" }
/** Both services end a sound after ten minutes: 19 MB as we ask for it. */
const soundBounds: Bounds = { bytes: 24 * 1024 * 1024, time: "30 seconds" }

/** A wait that is kept before the one further try; a longer one is for the person to keep. */
const shortWaitSeconds = 3

const unavailable = (message: string) => problem("Unavailable", message)
const isDown = ({ name }: SpeechService) =>
  unavailable(`${name} does not answer as it should. Choose another voice, or try again in a minute.`)

const readWhole = async (request: Request, mostBytes: number, signal: AbortSignal): Promise<ServiceAnswer> => {
  const { status, headers, body } = await fetch(request, { signal, redirect: "manual" })
  const parts: Array<Uint8Array> = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > mostBytes) throw new Error("The answer is too large")
    parts.push(part)
  }
  return { status, headers, contentType: headers.get("content-type") ?? "", bytes: Buffer.concat(parts) }
}

/** Amazon says it with 400 and the name of the error. */
const isTooMany = ({ status, headers }: ServiceAnswer): boolean =>
  status === 429 || (headers.get("x-amzn-errortype") ?? "").startsWith("ThrottlingException")

/** How long to wait, in seconds; undefined where the answer does not say. */
const waitOf = ({ headers }: ServiceAnswer): number | undefined => {
  const after = headers.get("retry-after") ?? ""
  return /^\d{1,5}$/.test(after) ? Number(after) : undefined
}

const tooMany = ({ name }: SpeechService, wait: number | undefined) =>
  unavailable(
    `${name} is asked too much now. Try again in ${wait === undefined || wait > 90 ? `${Math.ceil((wait ?? 60) / 60)} min` : `${Math.max(1, wait)} s`}, or choose another voice.`,
  )

/** What an answer without success means: for staff as a problem, for operators in the log where they can mend it. */
const refusal = Effect.fnUntraced(function* (service: SpeechService, answer: ServiceAnswer) {
  const { status } = answer
  if (isTooMany(answer)) return tooMany(service, waitOf(answer))
  if (status === 401 || status === 403) {
    yield* Effect.logError(`${service.name} does not take our key (${status}). Check ${service.settings}.`)
    return unavailable(`${service.name} is not set up correctly. Choose another voice, or ask who runs this program.`)
  }
  yield* Effect.logWarning(`${service.name} answered ${status}`)
  return status === 400
    ? problem(
        "Invalid",
        `${service.name} cannot say this text by this voice. Change the text, or choose another voice.`,
      )
    : isDown(service)
})

const exchange = (service: SpeechService, request: ServiceRequest, bounds: Bounds) =>
  Effect.tryPromise({
    try: async (signal) => readWhole(await request(), bounds.bytes, signal),
    // A code or a name, never an address.
    catch: (cause) => (cause instanceof Error ? cause.name : "Error"),
  }).pipe(
    Effect.timeoutOrElse({ duration: bounds.time, orElse: () => Effect.fail("TimeoutError") }),
    Effect.tapError((reason) => Effect.logWarning(`${service.name} cannot be reached (${reason})`)),
    Effect.mapError((): Problem => isDown(service)),
  )

/** Asks, once more after a short wait that the service asked for. */
const ask = Effect.fnUntraced(function* (service: SpeechService, request: ServiceRequest, bounds: Bounds) {
  const first = yield* exchange(service, request, bounds)
  const wait = isTooMany(first) ? waitOf(first) : undefined
  if (wait === undefined || wait > shortWaitSeconds) return first
  yield* Effect.sleep(wait * 1000)
  return yield* exchange(service, request, bounds)
})

/** Asks for a list, and reads it; fails with `Unavailable` for whatever is none. */
export const askList = Effect.fn("speech.askList")(function* <A>(
  service: SpeechService,
  request: ServiceRequest,
  read: (body: string) => Option.Option<A>,
) {
  const answer = yield* ask(service, request, listBounds)
  if (answer.status !== 200) {
    const refused = yield* refusal(service, answer)
    return yield* Effect.fail<Problem>(refused.problem === "Invalid" ? isDown(service) : refused)
  }
  return yield* Option.match(read(answer.bytes.toString("utf8")), {
    onNone: () => Effect.fail<Problem>(isDown(service)),
    onSome: Effect.succeed,
  })
})

/**
 * Asks for the sound of a text, as samples of 16 kHz and 16 bits without a head. Fails with `Invalid` where the
 * service cannot say the text, and with `Unavailable` for whatever is no sound.
 */
export const askSound = Effect.fn("speech.askSound")(function* (service: SpeechService, request: ServiceRequest) {
  const answer = yield* ask(service, request, soundBounds)
  if (answer.status !== 200) return yield* Effect.fail<Problem>(yield* refusal(service, answer))
  const { contentType, bytes } = answer
  if (contentType.startsWith("audio/") && bytes.length > 0 && bytes.length % 2 === 0) return bytes
  yield* Effect.logWarning(`${service.name} answered without a sound`)
  return yield* Effect.fail<Problem>(isDown(service))
})
