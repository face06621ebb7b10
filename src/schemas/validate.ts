import { Exit, Cause, Result, Schema, SchemaIssue } from "effect"
import type { FieldError } from "./problem.ts"

const formatIssue = SchemaIssue.makeFormatterStandardSchemaV1()

/**
 * Makes the plain validator of a form from the schema the server uses, so that
 * both say the same.
 * @returns a function from unknown values to complaints, one for each field at most; empty when all is well.
 */
export const validatorOf = <S extends Schema.Codec<unknown, unknown>>(schema: S) => {
  const decode = Schema.decodeUnknownExit(schema, { errors: "all" })
  return (values: unknown): ReadonlyArray<FieldError> => {
    const exit = decode(values)
    if (Exit.isSuccess(exit)) return []
    const failure = Cause.findError(exit.cause)
    if (!Result.isSuccess(failure)) return [{ field: "", message: "These values could not be checked." }]
    const errors = new Map<string, string>()
    for (const { path, message } of formatIssue(failure.success.issue).issues) {
      const field = (path ?? []).map(String).join(".")
      if (!errors.has(field)) errors.set(field, message)
    }
    return [...errors].map(([field, message]) => ({ field, message }))
  }
}
