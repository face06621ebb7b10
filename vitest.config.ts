import { guideAsData } from "./scripts/guide.ts"
import { playwright } from "@vitest/browser-playwright"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"
import { browserFlags, findBrowser } from "./scripts/browser.ts"

/** Views, and what of the wiring needs a document. */
const browserTests = ["tests/views/**/*.test.{ts,tsx}", "tests/**/*.browser.test.{ts,tsx}"]
const endToEndTests = "tests/e2e/**/*.test.ts"
const processTests = "tests/processes/**/*.test.ts"
/** The embedded database has no network and one session: these run in the step on PostgreSQL. */
const onServer = ["tests/server/store/connectionsApart.test.ts", "tests/server/store/tls.test.ts"]
const needsServer = process.env["ADMIN_VIEW_TEST_DATABASE_URL"] === undefined ? onServer : []
const executablePath = findBrowser()
const bundledForTheBrowser = [
  "@blueprintjs/core",
  "@blueprintjs/icons",
  "@xstate/react",
  "axe-core",
  "diff",
  "effect",
  "effect/http",
  "effect/http-api",
  "react",
  "react-dom",
  "react-dom/client",
  "react-intl",
  "react/jsx-dev-runtime",
  "react/jsx-runtime",
  "sms-segments-calculator",
  "wouter",
  "wouter/memory-location",
  "wouter/use-browser-location",
  "xstate",
  "xstate/graph",
] as const

/** Files of half a minute and more, longest first: a short one at the end leaves half of the machine idle for less time. */
const longest = [
  "pagePaths",
  "process",
  "gallery",
  "sessionPaths",
  "journal",
  "mainJob",
  "shell",
  "renewal",
  "session",
  "killed",
  "globalPaths",
  "hosted",
  "toasts",
  "inspect",
  "visits",
  "hostile",
  "locationMap",
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const place = longest.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.ts`))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

// The projects run one after the other, two files at a time: with a third, pages answer later than their tests wait.
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          pool: "forks",
          // Loading the modules again for each file would take longer than its tests: they keep nothing to themselves.
          isolate: false,
          include: ["tests/**/*.test.{ts,tsx}"],
          exclude: [...browserTests, endToEndTests, processTests, ...needsServer],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { requireAssertions: true },
          sequence: { groupOrder: 0 },
        },
      },
      {
        plugins: [react(), guideAsData()],
        // Named beforehand: one that is found during a run reloads the page and brings a second React.
        optimizeDeps: { include: [...bundledForTheBrowser] },
        test: {
          name: "browser",
          include: browserTests,
          testTimeout: 30_000,
          expect: { requireAssertions: true },
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            instances: [{ browser: "chromium" }],
            provider: playwright({
              launchOptions: { ...(executablePath === undefined ? {} : { executablePath }), args: [...browserFlags] },
            }),
          },
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          pool: "forks",
          include: [endToEndTests],
          globalSetup: ["tests/support/builtFrontEnd.ts", "tests/support/seededFolder.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          // A browser on a busy machine loses a press in some thousands; CI says "retry x1" beside the test that was run again.
          retry: process.env["CI"] === undefined ? 0 : 1,
          // What is polled comes with a page, not with a millisecond; each step of a path is polled for, so that waits add up.
          expect: { requireAssertions: true, poll: { timeout: 10_000, interval: 10 } },
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Several processes share PostgreSQL, so these run where `scripts/postgres.ts` brings one.
        test: {
          name: "processes",
          environment: "node",
          pool: "forks",
          include: [processTests],
          globalSetup: ["tests/support/builtFrontEnd.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { requireAssertions: true, poll: { timeout: 120_000, interval: 200 } },
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
