import { Clock, DateTime, Effect, Option, Schema } from "effect"
import { isProblem, problemStatus, type Problem } from "#schemas/problem.ts"
import { foreignAnswer } from "#schemas/session/problems.ts"

/** An answer as far as its failure is read from it. */
export type Answered = {
  readonly status: number
  readonly retryAfter: string | null | undefined
  readonly body: string
}

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const ofDay = { hour: "numeric", minute: "2-digit", second: "2-digit", timeZoneName: "short" } as const
const otherDay = { ...ofDay, month: "short", day: "numeric" } as const
const dayMillis = 24 * 3_600_000

/** When `Retry-After` ends, which is a number of seconds or a date (RFC 9110 §10.2.3); none for anything else. */
const endOf = (retryAfter: string, now: number): Option.Option<DateTime.Utc> =>
  /^\d{1,9}$/.test(retryAfter)
    ? Option.some(DateTime.makeUnsafe(now + Number(retryAfter) * 1000))
    : DateTime.make(retryAfter)

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
    const when = Option.map(end, (at) =>
      DateTime.formatLocal(at, {
        locale: "en",
        ...(Math.abs(DateTime.toEpochMillis(at) - now) < dayMillis ? ofDay : otherDay),
      }),
    )
    const found = Option.getOrElse(ours(answered), () => foreignAnswer(answered.status, Option.getOrUndefined(when)))
    return Option.match(end, {
      onNone: () => found,
      onSome: (at): Problem => ({ ...found, retryAt: DateTime.formatIso(at) }),
    })
  })
