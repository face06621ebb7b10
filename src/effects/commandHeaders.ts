/**
 * The headers of a command: its id, sent again unchanged when it is repeated, and the
 * version of the thing it was decided on (0: there was none), where one matters. The
 * server refuses it with `StaleVersion` once more has happened to the thing.
 */
export const commandHeaders = (commandId: string, version?: number) => ({
  "idempotency-key": commandId,
  ...(version === undefined ? {} : { "if-match": String(version) }),
})
