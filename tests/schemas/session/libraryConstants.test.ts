import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { clockSkewSeconds, popupSize } from "#schemas/constants.ts"
import { popupPollMillis } from "#schemas/session/interaction.ts"

const root = join(import.meta.dirname, "..", "..", "..")
const installed = (path: string): string => readFileSync(join(root, "node_modules/@azure", path), "utf8")
const documented = readFileSync(join(root, "docs/constants-of-libraries.md"), "utf8")

/** The value of a constant in the installed library: a number, or a product of numbers. */
const valueOf = (path: string, name: string): number => {
  const found = new RegExp(`\\b${name}\\s*[=:]\\s*([\\d *]+)`).exec(installed(path))?.[1]
  return found === undefined ? Number.NaN : found.split("*").reduce((product, part) => product * Number(part), 1)
}

const core = "msal-common/dist/utils/Constants.mjs"
const browser = "msal-browser/dist/utils/BrowserConstants.mjs"
const popup = "msal-browser/dist/utils/PopupMonitor.mjs"

const constants = [
  ["POPUP_WIDTH", browser, 483],
  ["POPUP_HEIGHT", browser, 600],
  ["POPUP_POLL_INTERVAL_MS", popup, 30],
  ["AUTHORITY_METADATA_REFRESH_TIME_SECONDS", core, 86_400],
  ["DEFAULT_TOKEN_RENEWAL_OFFSET_SEC", core, 300],
  ["DEFAULT_THROTTLE_TIME_SECONDS", core, 60],
  ["DEFAULT_MAX_THROTTLE_TIME_SECONDS", core, 3_600],
  ["IMDS_TIMEOUT", core, 2_000],
] as const

const sourcesUnder = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, "node_modules/@azure", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file}`)

describe("the identity library's own constants", () => {
  it.each(constants)("%s of %s is %s, as specified and as documented", (name, path, value) => {
    expect(valueOf(path, name)).toBe(value)
    const row = documented.split("\n").find((line) => line.includes(`\`${name}\``))
    expect(row).toContain(path)
    expect(row).toContain(value.toLocaleString("en"))
  })

  it("are what the product uses where it has to say the number itself", () => {
    expect([popupSize.width, popupSize.height]).toEqual([483, 600])
    expect([popupPollMillis, clockSkewSeconds]).toEqual([30, 300])
  })

  it("cannot be set where the documentation says so", () => {
    const settings = [
      installed("msal-browser/types/config/Configuration.d.ts"),
      installed("msal-common/types/config/ClientConfiguration.d.ts"),
    ].join("\n")
    expect(settings).toContain("tokenRenewalOffsetSeconds")
    for (const gone of [/pollInterval/i, /throttle/i, /metadata\w*(Refresh|Timeout)/i])
      expect(settings).not.toMatch(gone)
  })

  it("of the metadata request's timeout is left to a server's search for its region", () => {
    const users = sourcesUnder("msal-common/src").filter((file) => installed(file).includes("IMDS_TIMEOUT"))
    expect(users).toEqual(["msal-common/src/authority/RegionDiscovery.ts", "msal-common/src/utils/Constants.ts"])
    expect(installed("msal-browser/src/network/FetchClient.ts")).not.toMatch(/AbortSignal|AbortController/)
  })

  it("name the mark of a running interaction that a window given up leaves behind", () => {
    expect(installed("msal-browser/src/cache/CacheKeys.ts")).toMatch(/PREFIX = "msal"/)
    expect(installed("msal-browser/src/utils/BrowserConstants.ts")).toContain(
      'INTERACTION_STATUS_KEY: "interaction.status"',
    )
  })
})
