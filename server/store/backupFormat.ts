import { migrations } from "./migrations.ts"

/**
 * A backup is a gzipped text of lines. Control lines begin with `#` and hold JSON: the head, the name of the table
 * whose rows follow, a sequence, the end. Every other line is one row as JSON, exactly as the database wrote it.
 */
export type Control =
  | { readonly _tag: "Head"; readonly program: "admin-view"; readonly schema: number; readonly at: string }
  | { readonly _tag: "Table"; readonly name: string }
  | { readonly _tag: "Sequence"; readonly name: string; readonly last: string }
  | { readonly _tag: "End"; readonly rows: number }

/** The schema this program writes and reads. */
export const schemaOfProgram = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** Writes a control line. */
export const controlLine = (control: Control): string => `# ${JSON.stringify(control)}`

/** Reads a control line; undefined for the line of a row. Throws for a line that is neither. */
export const readControl = (line: string): Control | undefined =>
  line.startsWith("# ") ? (JSON.parse(line.slice(2)) as Control) : undefined
