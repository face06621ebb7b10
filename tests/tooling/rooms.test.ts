import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, matchesGlob, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rooms } from "../../scripts/rooms.table.ts"
import { lintConfig, misplaced } from "../../scripts/rooms.ts"

const run = promisify(execFile)
const oxlint = resolve("node_modules/.bin/oxlint")

type Offence = readonly [file: string, rule: string, source: string]

const imports = "eslint(no-restricted-imports)"
const globals = "eslint(no-restricted-globals)"
const properties = "eslint(no-restricted-properties)"
const importing = (from: string) => `import { a } from "${from}"\nexport const b = a\n`

/** One small file for each rule of the table, each breaking that rule and written as a person would. */
const offences: ReadonlyArray<Offence> = [
  ["src/schemas/reads.ts", imports, importing("#machines/session/session.machine.ts")],
  ["src/schemas/runs.ts", imports, `import { Effect } from "effect"\nexport const b = Effect.void\n`],
  ["src/schemas/runsAll.ts", imports, `import * as all from "effect"\nexport const b = all.Effect\n`],
  ["src/schemas/service.ts", imports, `import { Context } from "effect"\nexport const b = Context\n`],
  ["src/schemas/calls.ts", globals, `export const b = () => fetch("/x")\n`],
  ["src/schemas/asks.ts", "house(no-now)", `export const b = () => new Date()\n`],
  ["src/schemas/caller.ts", imports, importing("#machines/session/session.machine.ts")],
  ["src/schemas/outreach/segments.ts", imports, importing("xstate")],
  ["src/machines/effect.machine.ts", imports, importing("effect")],
  ["src/machines/react.machine.ts", imports, importing("react")],
  ["src/machines/climbs.ts", imports, importing("../views/parts/Page.tsx")],
  ["src/machines/session/climbs.ts", imports, importing("../../effects/Token.ts")],
  ["src/machines/loads.ts", imports, `export const b = () => import("#effects/Token.ts")\n`],
  ["src/machines/types.ts", imports, `import type { A } from "#views/parts/Page.tsx"\nexport type B = A\n`],
  ["src/machines/fetches.ts", globals, `export const b = () => globalThis.fetch("/x")\n`],
  ["src/machines/dates.ts", globals, `export const b = (at: number) => new Date(at)\n`],
  ["src/machines/stores.ts", globals, `export const b = () => localStorage.getItem("x")\n`],
  ["src/machines/keeps.ts", globals, `export const b = () => window.sessionStorage\n`],
  ["src/machines/waits.ts", globals, `export const b = () => setTimeout(() => undefined, 5)\n`],
  ["src/machines/rolls.ts", properties, `export const b = () => Math.random()\n`],
  ["src/effects/machine.ts", imports, importing("#machines/session/session.machine.ts")],
  ["src/effects/xstate.ts", imports, importing("xstate")],
  ["src/effects/view.ts", imports, importing("#views/parts/Page.tsx")],
  ["src/effects/now.ts", "house(no-now)", `export const b = () => Date.now()\n`],
  ["src/effects/actors.ts", imports, importing("#machines/session/session.machine.ts")],
  ["src/views/effect.tsx", imports, importing("effect")],
  ["src/views/xstate.tsx", imports, importing("xstate")],
  ["src/views/service.tsx", imports, importing("#effects/Token.ts")],
  [
    "src/views/hook.tsx",
    imports,
    `import { useEffect } from "react"\nexport const B = () => useEffect(() => {}, [])\n`,
  ],
  ["src/views/state.tsx", imports, `import { useState } from "react"\nexport const useB = () => useState(1)\n`],
  ["src/views/reducer.tsx", imports, `import { useReducer } from "react"\nexport const useB = useReducer\n`],
  ["src/views/namespace.tsx", imports, `import * as React from "react"\nexport const useB = () => React.useState(1)\n`],
  ["src/views/fetches.tsx", globals, `export const b = () => fetch("/x")\n`],
  ["src/views/goes.tsx", globals, `export const b = () => window.location.assign("/x")\n`],
  ["src/views/markup.tsx", properties, `export const b = (e: Element) => void (e.innerHTML = "<b>")\n`],
  [
    "src/views/danger.tsx",
    "react(no-danger)",
    `export const B = () => <p dangerouslySetInnerHTML={{ __html: "<b>" }} />\n`,
  ],
  ["src/wiring.tsx", imports, importing("#server/store/Database.ts")],
  ["src/wiring/calls.ts", globals, `export const b = () => fetch("/x")\n`],
  ["src/main.tsx", imports, importing("node:fs")],
  ["server/outreach/noun/runs.rule.ts", imports, `import { Effect } from "effect"\nexport const b = Effect.void\n`],
  ["server/outreach/noun/store.decider.ts", imports, importing("#server/store/EventStore.ts")],
  ["server/outreach/noun/browser.decider.ts", imports, importing("#machines/session/session.machine.ts")],
  ["server/outreach/noun/reads.projection.ts", imports, importing("node:fs")],
  ["server/outreach/noun/now.projection.ts", "house(no-now)", `export const b = () => Date()\n`],
  ["server/scheduling/patientLinks/patientLink.rule.ts", imports, importing("./patientLink.queries.ts")],
  ["server/outreach/noun/rows.rule.ts", imports, importing("./noun.queries.ts")],
  ["server/outreach/noun/parts.rule.ts", imports, importing("./file.ts")],
  ["server/outreach/noun/doors.rule.ts", imports, importing("#server/people/other/other.queries.ts")],
  ["server/outreach/noun/climbs.rule.ts", imports, importing("../other/other.rule.ts")],
  ["server/outreach/noun/decides.queries.ts", imports, importing("./noun.commands.ts")],
  ["server/outreach/noun/sends.queries.ts", imports, importing("#server/delivery/Carrier.ts")],
  ["server/outreach/noun/handles.queries.ts", imports, importing("#server/handle.ts")],
  ["server/outreach/noun/answers.commands.ts", imports, importing("./noun.http.ts")],
  ["server/outreach/noun/works.commands.ts", imports, importing("#server/people/other/other.job.ts")],
  ["server/outreach/noun/answers.job.ts", imports, importing("./noun.http.ts")],
  ["server/outreach/noun/commands.ts", imports, importing("./noun.commands.ts")],
  ["server/outreach/noun/view.http.ts", imports, importing("#views/parts/Page.tsx")],
  ["server/store/handler.ts", imports, importing("#server/http/Correlation.ts")],
  ["server/store/view.ts", imports, importing("#views/parts/Page.tsx")],
  ["server/identity/handler.ts", imports, importing("../http/Correlation.ts")],
  ["server/identity/realTime.ts", imports, importing("#server/store/Database.ts")],
  ["server/identity/clock.ts", "house(no-now)", `export const b = () => Date.now()\n`],
  ["server/delivery/client.ts", imports, importing("twilio")],
  ["server/delivery/channels/channel.ts", imports, importing("#server/store/Database.ts")],
  ["server/delivery/smpp/Page.ts", imports, importing("#views/parts/Page.tsx")],
  ["server/delivery/simulator/callBook.ts", imports, importing("#server/store/Database.ts")],
  ["server/people/handler.ts", imports, importing("#server/http/Correlation.ts")],
  ["server/speech/Speech.ts", imports, importing("#server/store/Database.ts")],
  ["server/translation/Translator.ts", imports, importing("#server/store/Database.ts")],
  ["server/remoteService.ts", imports, importing("#server/http/refusals.ts")],
  ["server/mail/handler.ts", imports, importing("#server/http/Correlation.ts")],
  ["server/http/view.ts", imports, importing("#effects/Token.ts")],
  ["server/http/jsx.ts", imports, importing("./Page.tsx")],
  ["server/http/env.ts", properties, `export const b = process.env["PORT"]\n`],
  ["server/http/imported.ts", imports, `import { env } from "node:process"\nexport const b = env\n`],
  ["server/demo/view.ts", imports, importing("#views/parts/Page.tsx")],
  ["server/handle.ts", imports, importing("#machines/session/session.machine.ts")],
  ["server/streams.ts", imports, importing("#server/http/refusals.ts")],
  ["server/program/settings.ts", properties, `export const b = process.env["PORT"]\n`],
  ["server/cli/view.ts", imports, importing("#views/parts/Page.tsx")],
  ["server/main.ts", imports, importing("#effects/Token.ts")],
  ["server/http/tests.ts", imports, importing("#tests/support/given.ts")],
  ["scripts/tests.ts", imports, importing("#tests/support/given.ts")],
  ["tests/only.test.ts", "vitest(no-focused-tests)", `import { it } from "vitest"\nit.only("runs alone", () => {})\n`],
  ["tests/skip.test.ts", "vitest(no-disabled-tests)", `import { it } from "vitest"\nit.skip("never runs", () => {})\n`],
  ["tests/effect.test.ts", properties, `import { it } from "@effect/vitest"\nexport const b = it.effect.skip\n`],
  [
    "tests/snapshot.test.ts",
    properties,
    `import { expect } from "vitest"\nexport const b = () => expect(1).toMatchSnapshot()\n`,
  ],
  ["tests/sleeps.test.ts", globals, `export const b = () => new Promise((done) => setTimeout(done, 5))\n`],
  [
    "src/schemas/cycleA.ts",
    "import(no-cycle)",
    `import { b } from "./cycleB.ts"\nexport const a = (): number => b()\n`,
  ],
  [
    "src/schemas/cycleB.ts",
    "import(no-cycle)",
    `import { a } from "./cycleA.ts"\nexport const b = (): number => a()\n`,
  ],
  ["src/schemas/default.ts", "import(no-default-export)", `export default 1\n`],
  ["src/schemas/barrel.ts", "oxc(no-barrel-file)", `export * from "./default.ts"\nexport * from "./asks.ts"\n`],
  ["src/schemas/long.ts", "eslint(max-lines)", "export {}\n" + "void 0\n".repeat(251)],
  ["server/store/floats.ts", "typescript(no-floating-promises)", `const b = async () => 1\nb()\n`],
  [
    "server/store/misses.ts",
    "typescript(switch-exhaustiveness-check)",
    `export const b = (c: "x" | "y") => {\n  switch (c) {\n    case "x":\n      return 1\n  }\n  return 2\n}\n`,
  ],
  ["server/store/any.ts", "typescript(no-explicit-any)", `export const b = (c: any) => String(c)\n`],
  ["server/store/evaluates.ts", "eslint(no-eval)", `export const b = (c: string) => eval(c)\n`],
]

/** Files that use what their room allows; none may be complained about. */
const innocents: ReadonlyArray<readonly [file: string, source: string]> = [
  ["src/schemas/fine.ts", `import { Schema } from "effect"\nexport const b = Schema.String\n`],
  ["src/schemas/area/fine.ts", importing("../fine.ts")],
  ["src/schemas/outreach/fine.ts", importing("../people/fine.ts")],
  ["src/machines/area/fine.machine.ts", importing("xstate") + `export { c } from "#schemas/ids.ts"\n`],
  ["src/views/area/fine.tsx", importing("@blueprintjs/core") + `export { c } from "#machines/a.machine.ts"\n`],
  ["src/effects/fine.ts", importing("effect/http")],
  ["server/outreach/noun/fine.decider.ts", importing("#machines/lifecycles/template.lifecycle.ts")],
  ["server/outreach/noun/fine.rule.ts", importing("./noun.decider.ts") + `export { c } from "#server/decider.ts"\n`],
  ["server/outreach/noun/fine.queries.ts", importing("./noun.rule.ts") + `export { c } from "#server/store/a.ts"\n`],
  ["server/outreach/noun/fine.commands.ts", importing("./noun.queries.ts") + `export { c } from "#server/handle.ts"\n`],
  ["server/outreach/noun/fine.job.ts", importing("./noun.commands.ts") + `export { c } from "#server/delivery/a.ts"\n`],
  [
    "server/outreach/noun/fine.http.ts",
    importing("./noun.commands.ts") + `export { c } from "#server/http/audit.ts"\n`,
  ],
  ["server/outreach/noun/fine.ts", importing("./noun.rule.ts") + `export { c } from "papaparse"\n`],
  ["server/store/fine.ts", importing("@effect/sql-pg/PgClient")],
  ["server/program/fine.ts", importing("./settings.ts")],
]

// Outside the tree: a fixture inside it would be linted, and formatted, with it.
const fixture = mkdtempSync(join(tmpdir(), "admin-view-rooms-"))
const write = (file: string, text: string): void => {
  mkdirSync(dirname(join(fixture, file)), { recursive: true })
  writeFileSync(join(fixture, file), text)
}

type Report = { readonly diagnostics: ReadonlyArray<{ readonly code: string; readonly filename: string }> }
const lint = async (folder: string): Promise<Report> => {
  const { stdout } = await run(oxlint, ["-f", "json"], { cwd: folder, maxBuffer: 50_000_000 }).catch(
    (failed: { readonly stdout: string }) => failed,
  )
  return JSON.parse(stdout) as Report
}

describe("the room table", () => {
  let found: ReadonlyMap<string, Report["diagnostics"]> = new Map()
  const rulesIn = (file: string) => (found.get(file) ?? []).map(({ code }) => code)

  beforeAll(async () => {
    write(".oxlintrc.json", JSON.stringify(lintConfig()))
    write(
      "tsconfig.json",
      `{ "compilerOptions": { "strict": true, "jsx": "react-jsx", "allowImportingTsExtensions": true, "noEmit": true } }`,
    )
    cpSync("scripts/lint", join(fixture, "scripts/lint"), { recursive: true })
    for (const [file, , source] of offences) write(file, source)
    for (const [file, source] of innocents) write(file, source)
    const { diagnostics } = await lint(fixture)
    found = Map.groupBy(diagnostics, ({ filename }) => filename)
  }, 120_000)
  afterAll(() => rmSync(fixture, { recursive: true, force: true }))

  it.each(offences)("sees %s break %s", (file, rule) => {
    expect(rulesIn(file)).toContain(rule)
  })

  it.each(innocents)("lets %s be", (file) => {
    expect(rulesIn(file)).toEqual([])
  })

  it("has an offence for every room whose imports it limits", () => {
    const offenders = offences.filter(([, rule]) => rule === imports).map(([file]) => file)
    const unseen = rooms
      .filter(({ mayImport }) => !("except" in mayImport) || mayImport.except.length > 0)
      .filter(({ files }) => !files.some((glob) => offenders.some((file) => matchesGlob(file, glob))))
    expect(unseen.map(({ name }) => name)).toEqual([])
  })
})

describe("the house as it stands", () => {
  it("is linted with the settings of the room table", () => {
    expect(JSON.parse(readFileSync(".oxlintrc.json", "utf8"))).toEqual(lintConfig())
  })
})

describe("the place of a file", () => {
  it.each([
    ["server/billing/Invoice.ts", "no room is called billing"],
    ["server/campaigns.ts", "the server's root"],
    ["src/hooks/useThing.ts", "no room is called hooks"],
    ["server/http/Page.tsx", "no JSX"],
    ["src/machines/session/view.tsx", "no JSX"],
    ["src/views/parts/helpers.tsx", "name the thing"],
    ["server/store/utils.ts", "name the thing"],
    ["src/schemas/index.ts", "name the thing"],
  ])("is refused for %s: %s", (file, reason) => {
    expect(misplaced(file)).toContain(reason)
  })

  it.each([
    "src/main.tsx",
    "src/views/parts/Page.tsx",
    "server/main.ts",
    "server/store/EventStore.ts",
    "tests/views/a.test.tsx",
  ])("is right for %s", (file) => {
    expect(misplaced(file)).toBeUndefined()
  })
})
