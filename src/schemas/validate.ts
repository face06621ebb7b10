import { Exit, Cause, Result, Schema } from "effect"
import { fieldErrorsOf } from "./fieldErrors.ts"
import type { FieldError } from "./problem.ts"

/**
 * Makes the plain validator of a form from the schema the server uses, so that
 * both say the same.
 * @returns a function from unknown values to errors, one for each field at most; empty when all is well.
 */
export const validatorOf = <S extends Schema.Codec<unknown, unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownExit(schema, { errors: "all" })
  return (values: unknown): ReadonlyArray<FieldError> => {
    const exit = decode(values)
    if (Exit.isSuccess(exit)) return []
    const failure = Cause.findError(exit.cause)
    if (!Result.isSuccess(failure)) return [{ field: "", message: "These values could not be checked." }]
    return fieldErrorsOf(failure.success.issue)
  }
}
