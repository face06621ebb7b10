import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import { chromium } from "playwright"

/** Where a Chromium usually lies outside PATH. */
const usualPlaces = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
]
// The headless shell has no windows to draw and takes a third of the time less.
const usualNames = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
const installMillis = 240_000

const onPath = (): ReadonlyArray<string> =>
  (process.env["PATH"] ?? "").split(delimiter).flatMap((folder) => usualNames.map((name) => join(folder, name)))

// A file that exists may still lack its shared libraries, or be a stub that only asks to install a snap.
const starts = (path: string): boolean =>
  existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore", timeout: 20_000 }).status === 0

/**
 * The Chromium that tests drive: `CHROMIUM_PATH`, else Playwright's own, else the
 * system's. Undefined when none of them starts.
 */
export const findBrowser = (): string | undefined => {
  const named = process.env["CHROMIUM_PATH"]
  if (named !== undefined && named !== "") return starts(named) ? named : undefined
  return [...new Set([chromium.executablePath(), ...onPath(), ...usualPlaces])].find(starts)
}

/** Command-line flags for tests: no sandbox for root, and no traffic of the browser's own. */
export const browserFlags: ReadonlyArray<string> = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]

const run = (command: string, ...args: ReadonlyArray<string>): boolean =>
  spawnSync(command, args, { stdio: ["ignore", "inherit", "inherit"], timeout: installMillis }).status === 0

const playwright = (...args: ReadonlyArray<string>): boolean =>
  run(process.execPath, fileURLToPath(new URL("cli.js", import.meta.resolve("playwright/package.json"))), ...args)

const isRoot = (): boolean => process.getuid?.() === 0
const installWithPlaywright = (): void => {
  if (playwright("install", "chromium") && findBrowser() === undefined && isRoot())
    playwright("install-deps", "chromium")
}
const aptGet = (...args: ReadonlyArray<string>): boolean => run("apt-get", ...args)
const installWithApt = (): void => {
  if (!isRoot() || !existsSync("/usr/bin/apt-get") || !aptGet("update", "-q")) return
  // Older releases have the browser only.
  for (const name of ["chromium-headless-shell", "chromium"])
    if (aptGet("install", "-y", "-q", "--no-install-recommends", name)) return
}

/** Finds a browser or installs one; undefined when neither was possible. */
export const ensureBrowser = (): string | undefined => {
  const found = findBrowser()
  if (found !== undefined || process.env["CHROMIUM_PATH"]) return found
  installWithPlaywright()
  return findBrowser() ?? (installWithApt(), findBrowser())
}

if (import.meta.main) {
  const found = ensureBrowser()
  if (found === undefined) {
    console.error("No Chromium starts here: install chromium or google-chrome, or name one in CHROMIUM_PATH.")
    process.exit(1)
  }
  console.log(`Browser for tests: ${found}`)
}
