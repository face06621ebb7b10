import { readFileSync, readdirSync, writeFileSync } from "node:fs"
import { basename, extname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { globalGroups, type Room } from "./room.ts"
import { rooms } from "./rooms.table.ts"

// `node scripts/rooms.ts` writes .oxlintrc.json from the room table; with --check it only
// compares, and looks whether every file lies in a room. The linter lets a later override replace
// an earlier one rule by rule, so each row carries its rules whole.

const root = fileURLToPath(new URL("..", import.meta.url))
const configFile = join(root, ".oxlintrc.json")

/** The names by which a path climbing out of its room would enter another one. */
const topFolders = ["src", "server", "tests", "bench", "scripts"]
const roomFolders = ["schemas", "machines", "effects", "views", "wiring"]
const serverFolders = ["store", "http", "identity", "delivery", "mail", "demo", "program", "cli"]
// Inside src an area is a folder of the room itself.
const areaRooms = ["administration", "language", "outreach", "people", "reporting", "scheduling", "session"]

const climbing = (room: Room) => {
  const isByArea = room.files.some((file) => file.startsWith("src/"))
  const others = [...topFolders, ...roomFolders, ...serverFolders, ...(isByArea ? [] : areaRooms)]
  return {
    regex: `^(\\.\\./)+(${others.join("|")})(/|$)`,
    message: "Across rooms through a door: #schemas/…, #machines/…, #effects/…, #views/…, #server/….",
  }
}

const restrictedModules = (room: Room) => {
  const says = `See the room table: ${room.name}.`
  const denied =
    "except" in room.mayImport
      ? room.mayImport.except
      : [
          "*",
          ...[...(room.byKind ? [] : ["./**", "../**"]), ...room.mayImport].map((pattern) => `!${pattern}`),
          ...(room.never ?? []),
        ]
  const hooks = ["useEffect", "useLayoutEffect", "useInsertionEffect", "useState", "useReducer"]
  return {
    paths: [
      ...(room.effectNames === undefined
        ? []
        : [{ name: "effect", allowImportNames: room.effectNames, message: says }]),
      ...(room.stateless
        ? [{ name: "react", importNames: hooks, message: "What must be known lives in a machine." }]
        : []),
      ...(room.readsEnvironment ? [] : [{ name: "node:process", importNames: ["env"], message: says }]),
    ],
    patterns: [
      ...(room.test || room.name === "bench" ? [] : [climbing(room)]),
      ...(room.files.some((file) => file.startsWith("server/"))
        ? [{ regex: "\\.tsx$", message: "The server has no build step: type stripping does not know JSX." }]
        : []),
      // Last: a module that this list lets through is not shown to the patterns after it.
      ...(denied.length > 0 ? [{ group: denied, message: says }] : []),
    ],
  }
}

const restrictedGlobals = (room: Room) => {
  const names = (room.without ?? []).flatMap((group) => globalGroups[group])
  const sleeps = room.test ? ["setTimeout", "setInterval"] : []
  return { globals: [...names, ...sleeps].map((name) => ({ name, message: `See the room table: ${room.name}.` })) }
}

const markup = ["innerHTML", "outerHTML", "insertAdjacentHTML", "createContextualFragment"]
const dishonest = ["only", "skip", "skipIf", "runIf", "todo", "toMatchSnapshot", "toMatchInlineSnapshot"]

const restrictedProperties = (room: Room) => [
  ...(room.test || room.name === "bench"
    ? []
    : [{ object: "Math", property: "random", message: "Chance comes in as data." }]),
  ...(room.readsEnvironment
    ? []
    : [{ object: "process", property: "env", message: "server/main.ts reads the environment." }]),
  ...(room.browser ? markup.map((property) => ({ property, message: "React writes the page." })) : []),
  ...(room.test ? dishonest.map((property) => ({ property, message: "A test runs, and says what it expects." })) : []),
]

const lines = (max: number) => ["error", { max, skipBlankLines: true, skipComments: true }]
const orOff = (list: ReadonlyArray<unknown>) => (list.length > 0 ? ["error", ...list] : "off")

const overrideOf = (room: Room) => ({
  files: room.files,
  rules: {
    "no-restricted-imports": ["error", restrictedModules(room)],
    "no-restricted-globals":
      restrictedGlobals(room).globals.length > 0
        ? ["error", { ...restrictedGlobals(room), checkGlobalObject: true }]
        : "off",
    "no-restricted-properties": orOff(restrictedProperties(room)),
    "react/no-danger": room.browser ? "error" : "off",
    "house/no-now": room.asksTime ? "off" : "error",
    ...(room.test
      ? { "vitest/no-focused-tests": "error", "vitest/no-disabled-tests": "error", "max-lines": lines(400) }
      : {}),
  },
})

/** The linter's settings, as data. */
export const lintConfig = () => ({
  $schema: "./node_modules/oxlint/configuration_schema.json",
  plugins: ["typescript", "import", "oxc", "unicorn", "react", "jsx-a11y", "vitest"],
  jsPlugins: ["./scripts/lint/house.js"],
  categories: { correctness: "error" },
  options: { typeAware: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["dist/**", "coverage/**"],
  rules: {
    "import/namespace": "off", // It does not see the names that `export *` passes on.
    "jsx-a11y/prefer-tag-over-role": "off",
    "jsx-a11y/no-autofocus": "off", // A dialog puts the focus on its first field.
    "jsx-a11y/no-noninteractive-tabindex": "off", // A region that scrolls must be reachable by keyboard.
    "jsx-a11y/control-has-associated-label": "off", // axe judges names on the page itself.
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
    "unicorn/no-useless-spread": "off",
    "unicorn/prefer-string-starts-ends-with": "off",
    "vitest/no-conditional-expect": "off", // Tests of paths expect what each state promises.
    "vitest/expect-expect": "off", // vitest.config.ts demands an assertion of every test as it runs.
    "typescript/no-misused-spread": "off", // Characters of a text are spread on purpose; no instance is.
    "typescript/require-array-sort-compare": "off", // Lists sorted here hold words.
    "vitest/no-standalone-expect": "off", // It does not know it.effect.
    "import/no-cycle": "error",
    "import/no-default-export": "error",
    "oxc/no-barrel-file": ["error", { threshold: 0 }],
    "typescript/no-floating-promises": "error",
    "typescript/no-misused-promises": "error",
    "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
    "typescript/no-explicit-any": "error",
    "typescript/ban-ts-comment": "error",
    "no-eval": "error",
    "no-new-func": "error",
    "no-var": "error",
    "prefer-const": "error",
    eqeqeq: "error",
    "max-lines": lines(250),
  },
  overrides: [
    ...rooms.map(overrideOf),
    // Stately reads a chart as one self-contained literal, however much it says.
    { files: ["src/machines/**/*.machine.ts"], rules: { "max-lines": lines(350) } },
    { files: ["*.config.ts", "scripts/lint/*.js"], rules: { "import/no-default-export": "off" } },
  ],
})

const withJsx = /^src\/(views|wiring)\/|^src\/[^/]+$|^tests\//
const vague = /^(utils?|helpers?|common|misc|index)$/

/** What is wrong with where a file lies or how it is called; undefined when nothing is. */
export const misplaced = (file: string): string | undefined => {
  const [top, room, ...rest] = file.split("/")
  const isKnown = rooms.some(({ files }) => files.some((glob) => glob.startsWith(`${top}/${room}/`)))
  if ((top === "src" || top === "server") && rest.length > 0 && !isKnown) return `${file}: no room is called ${room}.`
  if (top === "server" && rest.length === 0 && !rooms.some(({ files }) => files.includes(file)))
    return `${file}: the server's root holds only what every noun uses.`
  if (extname(file) === ".tsx" && !withJsx.test(file)) return `${file}: this room has no JSX.`
  if (file.split("/").some((part) => vague.test(basename(part, extname(part)))))
    return `${file}: name the thing instead.`
  return undefined
}

const filesOfRooms = (): ReadonlyArray<string> =>
  ["src", "server", "tests", "bench", "scripts"].flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll("\\", "/")),
  )

const errorsIn = (written: string): ReadonlyArray<string> => [
  ...(readFileSync(configFile, "utf8") === written ? [] : [".oxlintrc.json is stale: run npm run rooms."]),
  ...filesOfRooms().flatMap((file) => misplaced(file) ?? []),
]

if (import.meta.main) {
  const written = `${JSON.stringify(lintConfig(), null, 2)}\n`
  if (!process.argv.includes("--check")) writeFileSync(configFile, written)
  const found = errorsIn(written)
  for (const error of found) console.error(error)
  if (found.length > 0) process.exit(1)
}
