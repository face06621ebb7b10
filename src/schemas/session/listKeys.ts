import type { SharedWordId } from "../sharedWords.ts"

/** The keys of every list, in the order in which its foot names them (docs/look.md#rules). */
export const listKeys = [
  { does: "move", keys: ["j", "k"], word: "part.key.move" },
  { does: "open", keys: ["Enter"], word: "part.key.open" },
  { does: "select", keys: ["x"], word: "part.key.select" },
  { does: "search", keys: ["/"], word: "part.key.search" },
] as const satisfies ReadonlyArray<{
  readonly does: string
  readonly keys: ReadonlyArray<string>
  readonly word: SharedWordId
}>

/** What one of these keys does in a list. */
export type ListDeed = (typeof listKeys)[number]["does"]

/** What a key does in a list; undefined for any other key. */
export const listDeedOf = (key: string): ListDeed | undefined =>
  listKeys.find(({ keys }) => (keys as ReadonlyArray<string>).includes(key))?.does
