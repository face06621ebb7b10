/** The headers of a command: its id, sent again unchanged when it is repeated. */
export const commandHeaders = (commandId: string) => ({ "idempotency-key": commandId })

/**
 * The headers of a command that is decided on what its thing looked like: its id, and the
 * version that was seen (0: there was none). The server refuses it with `StaleVersion` once
 * more has happened to the thing.
 */
export const versionedHeaders = (commandId: string, version: number) => ({
  ...commandHeaders(commandId),
  "if-match": String(version),
})
