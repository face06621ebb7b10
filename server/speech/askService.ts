import { Effect, Option } from "effect"
import { problem, type Problem } from "#schemas/problem.ts"
import {
  askService,
  logRefusedKey,
  whenAgain,
  type Bounds,
  type RemoteService,
  type ServiceAnswer,
  type ServiceRequest,
} from "#server/remoteService.ts"

/** Lists are text. */
const listBounds: Bounds = { bytes: 8 * 1024 * 1024, time: "5 seconds" }
/** Both services end a sound after ten minutes: 19 MB as we ask for it. */
const soundBounds: Bounds = { bytes: 24 * 1024 * 1024, time: "30 seconds" }

const unavailable = (message: string) => problem("Unavailable", message)
const isDown = ({ name }: RemoteService) =>
  unavailable(`${name} is not working. Choose another voice, or try again in a minute.`)

/** Amazon says it with 400 and the name of the error. */
const isTooMany = ({ status, headers }: ServiceAnswer): boolean =>
  status === 429 || (headers.get("x-amzn-errortype") ?? "").startsWith("ThrottlingException")

/** What an answer without success means: for staff as a problem, for operators in the log where they can mend it. */
const refusal = Effect.fnUntraced(function* (service: RemoteService, answer: ServiceAnswer) {
  const { status } = answer
  if (isTooMany(answer))
    return unavailable(`${service.name} is busy. Try again in ${whenAgain(answer)}, or choose another voice.`)
  if (status === 401 || status === 403) {
    yield* logRefusedKey(service, status)
    return unavailable(
      `${service.name} is not set up correctly. Choose another voice, or ask the person who runs this program.`,
    )
  }
  yield* Effect.logWarning(`${service.name} answered ${status}`)
  return status === 400
    ? problem(
        "Invalid",
        `${service.name} cannot say this text by this voice. Change the text, or choose another voice.`,
      )
    : isDown(service)
})

const ask = (service: RemoteService, request: ServiceRequest, bounds: Bounds) =>
  askService(service, request, bounds, isTooMany).pipe(Effect.mapError((): Problem => isDown(service)))

/** Asks for a list, and reads it; fails with `Unavailable` for whatever is none. */
export const askList = Effect.fn("speech.askList")(function* <A>(
  service: RemoteService,
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
export const askSound = Effect.fn("speech.askSound")(function* (service: RemoteService, request: ServiceRequest) {
  const answer = yield* ask(service, request, soundBounds)
  if (answer.status !== 200) return yield* Effect.fail<Problem>(yield* refusal(service, answer))
  const { contentType, bytes } = answer
  if (contentType.startsWith("audio/") && bytes.length > 0 && bytes.length % 2 === 0) return bytes
  yield* Effect.logWarning(`${service.name} answered without a sound`)
  return yield* Effect.fail<Problem>(isDown(service))
})
