const isNamed = (value: object): value is { readonly name: string; readonly size: number } =>
  "name" in value && "size" in value && "type" in value && "slice" in value

/** What JSON would lose: an error's words, a file's name, and that there was nothing. */
const kept = (value: unknown): unknown => {
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (typeof value === "object" && value !== null && isNamed(value)) return { name: value.name, size: value.size }
  return value
}

/** A value as plain JSON: what charts may read of it stays, functions and running things go. */
export const plainOf = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value, (_, part: unknown) => kept(part))) as unknown)
