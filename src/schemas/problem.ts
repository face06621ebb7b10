import { Schema } from "effect"
import { problem, problemStatus, type ProblemName } from "./makeProblem.ts"

export { problem, problemStatus, type ProblemName }

/** One field's error; `field` is a dotted path into the request body. */
export const FieldError = Schema.Struct({ field: Schema.String, message: Schema.String }).annotate({
  identifier: "FieldError",
})
export type FieldError = typeof FieldError.Type

const names = Object.keys(problemStatus) as ReadonlyArray<ProblemName>

const Name = Schema.Literals(names).annotate({ identifier: "ProblemName" })

const withStatus = <const Code extends string>(code: Code) =>
  Schema.Struct({
    statusCode: Schema.Literal(code),
    status: Schema.String,
    message: Schema.String,
    problem: Name,
    errors: Schema.optionalKey(Schema.Array(FieldError)),
    /** The event types the thing's lifecycle would take now, with `NotAllowedNow`. */
    allowed: Schema.optionalKey(Schema.Array(Schema.String)),
    /** The nearest times that are free instead, with `SlotTaken`. */
    offered: Schema.optionalKey(Schema.Array(Schema.Struct({ slotId: Schema.Int, startsAt: Schema.String }))),
    correlationId: Schema.optionalKey(Schema.String),
    /** Not before this instant, ISO 8601 in UTC; the browser reads it from the answer's `Retry-After`. */
    retryAt: Schema.optionalKey(Schema.String),
  }).annotate({ httpApiStatus: Number(code), identifier: `Problem${code}` })

/** The failing answers of the contract, one schema for each HTTP status in use. */
export const problemReplies = [
  withStatus("400"),
  withStatus("401"),
  withStatus("403"),
  withStatus("404"),
  withStatus("409"),
  withStatus("413"),
  withStatus("415"),
  withStatus("422"),
  withStatus("429"),
  withStatus("500"),
  withStatus("503"),
] as const

/** The body of every failing answer, whatever its HTTP status (docs/architecture.md#problems-and-answers). */
export const Problem = Schema.Union(problemReplies)
/** A failure as plain data: it crosses the wire, sits in a snapshot and in a journal unchanged. */
export type Problem = typeof Problem.Type

/** The answer for an absent thing and for another company's thing alike (docs/architecture.md#rights-and-companies). */
export const notFound = () => problem("NotFound", "This does not exist, or it is not yours to see.")

const isProblemShape = Schema.is(Problem)

/** Whether a caught value is a Problem. */
export const isProblem = (value: unknown): value is Problem => isProblemShape(value)
