import { Comparison } from "./Comparison.tsx"
import type { Compare } from "./Form.tsx"

/** The keys by which the program distinguishes parts of a value says nothing to a person. */
const ids = new Set(["hashedId", "senderId"])

const asText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(asText).join("\n")
  if (typeof value === "object" && value !== null) {
    const said = Object.entries(value).filter(([name]) => !ids.has(name))
    return said
      .map(([, part]) => asText(part))
      .filter(Boolean)
      .join(", ")
  }
  return typeof value === "string" || typeof value === "number" ? String(value) : ""
}

/** The fields in which what someone else saved differs from what a form holds, by their labels. */
export const compareValues =
  (labels: Readonly<Record<string, string>>): Compare =>
  (theirs, mine) => (
    <Comparison
      rows={Object.entries(labels)
        .filter(([name]) => name in theirs)
        .map(([name, label]) => ({ label, mine: asText(mine[name]), theirs: asText(theirs[name]) }))}
    />
  )
