import { type Duration, Effect } from "effect"

/** A service elsewhere that is asked over HTTP. */
export type RemoteService = {
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
export type Bounds = { readonly bytes: number; readonly time: Duration.Input }

/** A wait that is kept before the one further try; a longer one is for the person to keep. */
const shortWaitSeconds = 3

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

/** How long a service asks to wait, in seconds; undefined where the answer does not say. */
const waitOf = ({ headers }: ServiceAnswer): number | undefined => {
  const after = headers.get("retry-after") ?? ""
  return /^\d{1,5}$/.test(after) ? Number(after) : undefined
}

/** When to try again after an answer that says "too many", for a sentence. */
export const whenAgain = (answer: ServiceAnswer): string => {
  const wait = waitOf(answer)
  return wait === undefined || wait > 90 ? `${Math.ceil((wait ?? 60) / 60)} min` : `${Math.max(1, wait)} s`
}

const exchange = ({ name }: RemoteService, request: ServiceRequest, bounds: Bounds) =>
  Effect.tryPromise({
    try: async (signal) => readWhole(await request(), bounds.bytes, signal),
    // A code or a name, never an address.
    catch: (cause) => (cause instanceof Error ? cause.name : "Error"),
  }).pipe(
    Effect.timeoutOrElse({ duration: bounds.time, orElse: () => Effect.fail("TimeoutError") }),
    Effect.tapError((reason) => Effect.logWarning(`${name} cannot be reached (${reason})`)),
    Effect.mapError(() => "down" as const),
  )

/**
 * Asks a service, and once more after a short wait that it asked for. Fails with `down` where no whole answer comes in
 * time.
 * @param isTooMany whether an answer asks to wait
 */
export const askService = Effect.fnUntraced(function* (
  service: RemoteService,
  request: ServiceRequest,
  bounds: Bounds,
  isTooMany: (answer: ServiceAnswer) => boolean,
) {
  const first = yield* exchange(service, request, bounds)
  const wait = isTooMany(first) ? waitOf(first) : undefined
  if (wait === undefined || wait > shortWaitSeconds) return first
  yield* Effect.sleep(wait * 1000)
  return yield* exchange(service, request, bounds)
})

/** Says in the log that a service does not take our key, which the operator can mend. */
export const logRefusedKey = ({ name, settings }: RemoteService, status: number) =>
  Effect.logError(`${name} does not take our key (${status}). Check ${settings}.`)
