/**
 * One room of the house: which files it holds, what it may import and which
 * globals it must do without. `scripts/rooms.ts` turns each row into lint rules;
 * `docs/decisions/001-rooms-and-doors.md` explains the table.
 */
export type Room = {
  readonly name: string
  readonly files: ReadonlyArray<string>
  /** Modules by gitignore-style pattern, or every module that `except` does not name. */
  readonly mayImport: ReadonlyArray<string> | { readonly except: ReadonlyArray<string> }
  /** A kind of file among others in its folder: what lies next to it is named in `mayImport` too. */
  readonly byKind?: boolean
  /** What the patterns of `mayImport` would let through and must not. */
  readonly never?: ReadonlyArray<string>
  /** The only names the room may take from `effect`; absent means all. */
  readonly effectNames?: ReadonlyArray<string>
  readonly without?: ReadonlyArray<GlobalGroup>
  /** A browser room builds pages: no markup from strings. */
  readonly browser?: boolean
  /** Views keep nothing a test or a colleague must know. */
  readonly stateless?: boolean
  readonly readsEnvironment?: boolean
  readonly asksTime?: boolean
  readonly test?: boolean
}

/** Globals that a room may be denied, by what they are for. */
export const globalGroups = {
  network: ["fetch", "XMLHttpRequest", "WebSocket", "EventSource", "Request", "BroadcastChannel"],
  storage: ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"],
  page: ["window", "document", "navigator"],
  address: ["location", "history"],
  date: ["Date"],
  stopwatch: ["performance"],
  timers: ["setTimeout", "setInterval", "setImmediate", "requestAnimationFrame", "queueMicrotask"],
  process: ["process", "console", "crypto"],
} as const
export type GlobalGroup = keyof typeof globalGroups

/** What a room that only computes may take from `effect`: data and functions on it, nothing that runs. */
export const pureEffect: ReadonlyArray<string> = [
  ..."Array BigDecimal BigInt Boolean Brand Cause Data DateTime Duration Encoding Equal Equivalence Exit".split(" "),
  ..."Function HashMap HashSet Match Number Option Order Predicate Record Redacted Result Schema SchemaAST".split(" "),
  ..."SchemaGetter SchemaIssue SchemaTransformation String Struct Types flow identity pipe".split(" "),
]

/** All globals of a world outside: what a room that only computes does without. */
export const everythingImpure = ["network", "storage", "page", "address", "stopwatch", "timers", "process"] as const
