import { Schema } from "effect"

/** The header every command may carry: its id, sent again unchanged when a command is repeated (docs/architecture.md#idempotency). */
export const commandHeaders = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.check(Schema.isMinLength(8), Schema.isMaxLength(255)).annotate({
      description: "The command's own id, the same when the command is sent again.",
    }),
  ),
}

/**
 * Headers of a command that is decided on what its thing looked like: the id, and the version
 * that was seen. Any other version is refused with `StaleVersion`. Commands that make a thing, and
 * those that hold whatever happened meanwhile, declare no version.
 */
export const versionedHeaders = {
  ...commandHeaders,
  "if-match": Schema.optionalKey(
    Schema.String.check(Schema.isMaxLength(40)).annotate({ description: "The version that the command was made for." }),
  ),
}

/** Whether a call of the contract is a command: it declares the header that carries a command's id. */
export const isCommand = ({ headers }: { readonly headers: Schema.Top | undefined }): boolean =>
  headers?.ast._tag === "Objects" && headers.ast.propertySignatures.some(({ name }) => name === "idempotency-key")

/** Whether a call changes something: commands do, and `GenerateId`, which reserves an id by GET (docs/specification.md#calls). */
export const changesState = (endpoint: {
  readonly identifier: string
  readonly headers: Schema.Top | undefined
}): boolean => endpoint.identifier === "GenerateId" || isCommand(endpoint)
