import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { isProblem, problemStatus, type Problem } from "#schemas/problem.ts"
import { foreignAnswer } from "#schemas/session/problems.ts"

/** An answer as far as its failure is read from it. */
export type Answered = {
  readonly status: number
  readonly retryAfter: string | null | undefined
  /** The answer's `x-correlation-id`, for a body that names none. */
  readonly reference?: string | null | undefined
  readonly body: string
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const ofDay = { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" } as const
const otherDay = { ...ofDay, month: "short", day: "numeric" } as const
const otherYear = { ...otherDay, year: "numeric" } as const
const dayMillis = 24 * 3_600_000

const yearOf = (at: DateTime.DateTime): string => DateTime.formatLocal(at, { locale: "en", year: "numeric" })

/** A moment to come as a sentence names it: by the time within a day, by its date beyond, by its year in another one. */
const momentAfter = (at: DateTime.Utc, now: number): string => {
  const isSoon = DateTime.toEpochMillis(at) - now < dayMillis
  const isThisYear = yearOf(at) === yearOf(DateTime.makeUnsafe(now))
  return DateTime.formatLocal(at, { locale: "en", ...(isSoon ? ofDay : isThisYear ? otherDay : otherYear) })
}

/** When `Retry-After` ends, a number of seconds or a date (RFC 9110 §10.2.3); none for what is over and anything else. */
const endOf = (retryAfter: string, now: number): Option.Option<DateTime.Utc> =>
  Option.filter(
    /^\d{1,9}$/.test(retryAfter)
      ? Option.some(DateTime.makeUnsafe(now + Number(retryAfter) * 1000))
      : DateTime.make(retryAfter),
    (end) => DateTime.toEpochMillis(end) > now,
  )

const isReference = (text: string | null | undefined): text is string => /^[\w-]{1,64}$/.test(text ?? "")

/** Our server says in its own sentence how long to wait; a foreign answer has no sentence. */
const ours = ({ status, body }: Answered): Option.Option<Problem> =>
  Option.filter(
    readJson(body),
    (found): found is Problem => isProblem(found) && problemStatus[found.problem] === status,
  )

/**
 * The problem of an answer that is no success: by its status first, then by its
 * body. A body that is not ours, or that says another status, counts for nothing.
 */
export const problemOfAnswer = (answered: Answered): Effect.Effect<Problem> =>
  Effect.map(Clock.currentTimeMillis, (now) => {
    const end = Option.flatMap(Option.fromNullishOr(answered.retryAfter), (after) => endOf(after, now))
    const when = Option.getOrUndefined(Option.map(end, (at) => momentAfter(at, now)))
    const found = Option.getOrElse(ours(answered), () => foreignAnswer(answered.status, when))
    const { reference } = answered
    const named = found.correlationId === undefined && isReference(reference) ? { correlationId: reference } : {}
    return Option.match(end, {
      onNone: (): Problem => ({ ...found, ...named }),
      onSome: (at): Problem => ({ ...found, ...named, retryAt: DateTime.formatIso(at) }),
    })
  })
