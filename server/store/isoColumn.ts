/** A column of instants as ISO 8601 in UTC, for SQL. */
export const isoColumn = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
