import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { readSettings } from "#server/program/settings.ts"

const tenant = {
  IDENTITY_AUTHORITY: "https://clinic.b2clogin.com/clinic.onmicrosoft.com/B2C_1_susi/",
  IDENTITY_CLIENT_ID: "11111111-0000-4000-8000-000000000001",
  IDENTITY_ISSUER: "https://clinic.b2clogin.com/22222222-0000-4000-8000-000000000002/v2.0/",
  IDENTITY_AUDIENCE: "33333333-0000-4000-8000-000000000003",
  IDENTITY_SCOPE: "https://clinic.onmicrosoft.com/api/user.read",
}
const azure = { AZURE_SPEECH_KEY: "a1b2", AZURE_SPEECH_REGION: "eastus" }
const libre = { LIBRETRANSLATE_URL: "http://127.0.0.1:5000" }
const polly = { POLLY_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "AKID", AWS_SECRET_ACCESS_KEY: "secret" }
type Change = Readonly<Record<string, string | undefined>>

/** The sentence an operator reads, or undefined when the settings are taken. */
const errorIn = (change: Change): string | undefined => {
  try {
    readSettings(change)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe("the settings", () => {
  it("stand in the README, and those of a hosted tenant in its guide", () => {
    const read = (path: string) => readFileSync(join(import.meta.dirname, "..", "..", "..", path), "utf8")
    const asked = new Set<string>()
    const given: Change = { ...tenant, ...azure, ...polly, TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "token" }
    readSettings(
      new Proxy(given, {
        get: (from, name: string) => {
          asked.add(name)
          return from[name]
        },
      }),
    )
    const [readme, guide] = [read("README.md"), read("docs/identity.md")]
    expect([...asked].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
    expect([...asked].filter((name) => name.startsWith("IDENTITY_") && !guide.includes(`| \`${name}\` |`))).toEqual([])
    expect(asked.size).toBeGreaterThan(20)
  })

  it("need nothing: everything is at home", () => {
    expect(readSettings({})).toMatchObject({
      publicUrl: "http://localhost:4180",
      identity: undefined,
      apiBase: undefined,
      mapsKey: undefined,
    })
  })

  it("of a hosted tenant find its metadata by the authority, whatever slash that ends with", () => {
    const { identity } = readSettings({ ...tenant, IDENTITY_POLICY: "B2C_1_susi" })
    expect(identity).toEqual({
      authority: "https://clinic.b2clogin.com/clinic.onmicrosoft.com/B2C_1_susi",
      metadataUri:
        "https://clinic.b2clogin.com/clinic.onmicrosoft.com/B2C_1_susi/v2.0/.well-known/openid-configuration",
      clientId: tenant.IDENTITY_CLIENT_ID,
      issuer: tenant.IDENTITY_ISSUER,
      audience: tenant.IDENTITY_AUDIENCE,
      scope: tenant.IDENTITY_SCOPE,
      policy: "B2C_1_susi",
      subjectClaim: "sub",
    })
  })

  it("of a hosted tenant say by which claim people are known", () => {
    expect(readSettings({ ...tenant, IDENTITY_SUBJECT_CLAIM: "oid" }).identity?.subjectClaim).toBe("oid")
  })

  it("take a provider on this very machine by plain http, for its metadata only", () => {
    const metadata = "http://localhost:8080/.well-known/openid-configuration"
    expect(readSettings({ ...tenant, IDENTITY_METADATA: metadata }).identity?.metadataUri).toBe(metadata)
    expect(errorIn({ ...tenant, IDENTITY_AUTHORITY: "http://localhost:8080/realm" })).toMatch(
      /^IDENTITY_AUTHORITY must be an https address/,
    )
  })

  it("take the database's password as it is, in any characters, from a variable of its own", () => {
    const DATABASE_URL = "postgres://adminview@database:5432/adminview"
    const password = "a b%40@:/?#[]'\"$"
    const url = new URL(readSettings({ DATABASE_URL, DATABASE_PASSWORD: password }).databaseUrl ?? "")
    expect([decodeURIComponent(url.password), url.host]).toEqual([password, "database:5432"])
    expect(() => readSettings({ DATABASE_PASSWORD: password })).toThrow("DATABASE_URL is missing")
    expect(errorIn({ DATABASE_URL: " \n" })).toMatch(/^DATABASE_URL holds nothing but blanks\./)
    expect(readSettings({ DATABASE_URL: "" }).databaseUrl).toBeUndefined()
    const hostless = "postgres:///adminview?host=/run/postgresql"
    expect(() => readSettings({ DATABASE_URL: hostless, DATABASE_PASSWORD: password })).toThrow("needs a host")
    expect(() =>
      readSettings({ DATABASE_URL: DATABASE_URL.replace("@", ":one@"), DATABASE_PASSWORD: password }),
    ).toThrow("keep one of them")
  })

  it("of speech name engines, each where its service is", () => {
    const speech = (change: Change) => readSettings(change).speech
    const keyOf = (key: Redacted.Redacted | undefined) => (key === undefined ? undefined : Redacted.value(key))
    expect(speech({ AWS_ACCESS_KEY_ID: "AKID", PATH: "/bin", ESPEAK_NG: "0" })).toEqual({})
    const { azure: byRegion } = speech(azure)
    expect([byRegion?.origin, keyOf(byRegion?.key)]).toEqual(["https://eastus.tts.speech.microsoft.com", "a1b2"])
    const AZURE_SPEECH_ENDPOINT = "http://127.0.0.1:4320"
    expect(speech({ AZURE_SPEECH_KEY: "a1b2", AZURE_SPEECH_ENDPOINT }).azure?.origin).toBe(AZURE_SPEECH_ENDPOINT)
    const { polly: account } = speech({ ...polly, AWS_SESSION_TOKEN: "token" })
    expect(account).toMatchObject({
      origin: "https://polly.us-east-1.amazonaws.com",
      region: "us-east-1",
      accessKeyId: "AKID",
    })
    expect([keyOf(account?.secretAccessKey), keyOf(account?.sessionToken)]).toEqual(["secret", "token"])
    expect(speech({ ...polly, POLLY_ENDPOINT: "https://polly.example" }).polly).toMatchObject({
      origin: "https://polly.example",
      sessionToken: undefined,
    })
    expect(speech({ ESPEAK_NG: "1", PATH: "/opt/bin" }).espeak).toEqual({ program: "espeak-ng", path: "/opt/bin" })
    expect(speech({ ESPEAK_NG: "/opt/espeak" }).espeak).toEqual({ program: "/opt/espeak", path: "/usr/bin:/bin" })
    expect(JSON.stringify(readSettings({ ...azure, ...polly }))).not.toMatch(/"(?:a1b2|secret)"/)
  })

  it("of the service that translates name one, and hide its key", () => {
    const translation = (change: Change) => readSettings(change).translation
    expect(translation({})).toBeUndefined()
    expect(translation({ AZURE_TRANSLATOR_KEY: "a1b2", AZURE_TRANSLATOR_REGION: "eastus" })).toMatchObject({
      azure: { origin: "https://api.cognitive.microsofttranslator.com", region: "eastus" },
    })
    expect(translation({ DEEPL_KEY: "a1b2" })).toMatchObject({ deepl: { origin: "https://api.deepl.com" } })
    expect(translation({ DEEPL_KEY: "a1b2:fx" })).toMatchObject({ deepl: { origin: "https://api-free.deepl.com" } })
    expect(translation({ DEEPL_KEY: "a1b2", DEEPL_ENDPOINT: "http://127.0.0.1:4" })).toMatchObject({
      deepl: { origin: "http://127.0.0.1:4" },
    })
    expect(translation({ GOOGLE_TRANSLATE_KEY: "a1b2" })).toMatchObject({
      google: { origin: "https://translation.googleapis.com" },
    })
    expect(translation(libre)).toEqual({ libre: { origin: "http://127.0.0.1:5000", key: undefined } })
    for (const key of ["AZURE_TRANSLATOR_KEY", "DEEPL_KEY", "GOOGLE_TRANSLATE_KEY"])
      expect(JSON.stringify(readSettings({ [key]: "a1b2" }))).not.toContain("a1b2")
    expect(JSON.stringify(readSettings({ ...libre, LIBRETRANSLATE_KEY: "a1b2" }))).not.toContain("a1b2")
  })

  it("of the second carrier name its SMSC, and hide the password", () => {
    const { smpp } = readSettings({ SMPP_URL: "smpps://clinic:p%40ss@smsc.example:3551", SMPP_WINDOW: "20" })
    expect(smpp).toMatchObject({ host: "smsc.example", port: 3551, secure: true, systemId: "clinic", window: 20 })
    expect(smpp === undefined ? undefined : Redacted.value(smpp.password)).toBe("p@ss")
    expect(JSON.stringify(smpp)).not.toContain("p@ss")
    expect(readSettings({ SMPP_URL: "smpp://clinic:secret@[::1]" }).smpp).toMatchObject({
      ...{ host: "::1", port: 2775, secure: false, window: 10 },
    })
    expect(readSettings({}).smpp).toBeUndefined()
  })

  it("take an address with or without its last slash", () => {
    expect(
      readSettings({ PUBLIC_URL: "https://admin.example/", API_BASE_URL: "https://api.example:8443" }),
    ).toMatchObject({ publicUrl: "https://admin.example", apiBase: "https://api.example:8443" })
  })

  it.each<readonly [what: string, change: Change, name: string]>([
    ["proxies that are no network", { TRUSTED_PROXIES: "10.0.0.0/8, everyone" }, "TRUSTED_PROXIES"],
    ["no client", { ...tenant, IDENTITY_CLIENT_ID: undefined }, "IDENTITY_CLIENT_ID"],
    ["an empty issuer", { ...tenant, IDENTITY_ISSUER: " " }, "IDENTITY_ISSUER"],
    ["no audience", { ...tenant, IDENTITY_AUDIENCE: undefined }, "IDENTITY_AUDIENCE"],
    ["no scope", { ...tenant, IDENTITY_SCOPE: undefined }, "IDENTITY_SCOPE"],
    ["no authority", { ...tenant, IDENTITY_AUTHORITY: undefined }, "IDENTITY_AUTHORITY"],
    ["only a policy", { IDENTITY_POLICY: "B2C_1_susi" }, "IDENTITY_AUTHORITY"],
    ["an http authority", { ...tenant, IDENTITY_AUTHORITY: "http://clinic.example/t" }, "IDENTITY_AUTHORITY"],
    ["an authority that is no address", { ...tenant, IDENTITY_AUTHORITY: "clinic" }, "IDENTITY_AUTHORITY"],
    ["an authority with a query", { ...tenant, IDENTITY_AUTHORITY: "https://c.example/t?p=1" }, "IDENTITY_AUTHORITY"],
    ["an issuer without https", { ...tenant, IDENTITY_ISSUER: "http://clinic.example/" }, "IDENTITY_ISSUER"],
    ["metadata without https", { ...tenant, IDENTITY_METADATA: "http://clinic.example/m" }, "IDENTITY_METADATA"],
    ["metadata with a password", { ...tenant, IDENTITY_METADATA: "https://a:b@c.example/m" }, "IDENTITY_METADATA"],
    ["another claim than sub and oid", { ...tenant, IDENTITY_SUBJECT_CLAIM: "email" }, "IDENTITY_SUBJECT_CLAIM"],
    ["only the claim", { IDENTITY_SUBJECT_CLAIM: "oid" }, "IDENTITY_AUTHORITY"],
    ["two scopes", { ...tenant, IDENTITY_SCOPE: "user.read user.write" }, "IDENTITY_SCOPE"],
    ["an API address with a path", { API_BASE_URL: "https://api.example/v1" }, "API_BASE_URL"],
    ["an API address that is none", { API_BASE_URL: "api.example" }, "API_BASE_URL"],
    ["pages without https before a tenant", { ...tenant, PUBLIC_URL: "http://admin.example" }, "PUBLIC_URL"],
    [
      "calls without https",
      { PUBLIC_URL: "https://admin.example", API_BASE_URL: "http://api.example" },
      "API_BASE_URL",
    ],
    ["a public address of another kind", { PUBLIC_URL: "ftp://admin.example" }, "PUBLIC_URL"],
    ["a mail server that is no address", { SMTP_URL: "mail.example.com" }, "SMTP_URL"],
    [
      "a carrier that is no address",
      { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t", TWILIO_BASE_URL: "nonsense" },
      "TWILIO_BASE_URL",
    ],
    ["an SMSC that is no address", { SMPP_URL: "smsc.example" }, "SMPP_URL"],
    ["an SMSC without an account", { SMPP_URL: "smpp://smsc.example" }, "SMPP_URL"],
    ["an SMSC’s password of too many letters", { SMPP_URL: "smpp://a:123456789@smsc.example" }, "SMPP_URL"],
    ["a broken percent sign", { SMPP_URL: "smpp://a:%zz@smsc.example" }, "SMPP_URL"],
    ["a window of nothing", { SMPP_URL: "smpp://a:b@smsc.example", SMPP_WINDOW: "0" }, "SMPP_WINDOW"],
    ["Azure’s key without a region", { AZURE_SPEECH_KEY: "a1b2" }, "AZURE_SPEECH_REGION"],
    ["Azure’s region without a key", { AZURE_SPEECH_REGION: "eastus", AZURE_SPEECH_KEY: " " }, "AZURE_SPEECH_KEY"],
    ["Azure’s endpoint without a key", { AZURE_SPEECH_ENDPOINT: "https://a.example" }, "AZURE_SPEECH_KEY"],
    ["two places of Azure", { ...azure, AZURE_SPEECH_ENDPOINT: "https://a.example" }, "AZURE_SPEECH_ENDPOINT"],
    ["a region that is an address", { ...azure, AZURE_SPEECH_REGION: "evil.example/" }, "AZURE_SPEECH_REGION"],
    ["a place of Azure without https", { AZURE_SPEECH_ENDPOINT: "http://a.example" }, "AZURE_SPEECH_ENDPOINT"],
    ["a place of Azure that is none", { AZURE_SPEECH_ENDPOINT: "eastus" }, "AZURE_SPEECH_ENDPOINT"],
    ["Polly’s region without a key", { POLLY_REGION: "us-east-1" }, "AWS_ACCESS_KEY_ID"],
    ["half of Amazon’s key", { ...polly, AWS_SECRET_ACCESS_KEY: undefined }, "AWS_SECRET_ACCESS_KEY"],
    [
      "a place of Polly without a region",
      { ...polly, POLLY_REGION: "", POLLY_ENDPOINT: "https://p.example" },
      "POLLY_REGION",
    ],
    ["a place of Polly without https", { ...polly, POLLY_ENDPOINT: "http://p.example" }, "POLLY_ENDPOINT"],
    ["Azure's endpoint for texts without a key", { AZURE_TRANSLATOR_REGION: "eastus" }, "AZURE_TRANSLATOR_KEY"],
    ["a place of DeepL without a key", { DEEPL_ENDPOINT: "https://d.example" }, "DEEPL_KEY"],
    [
      "a place of Google without https",
      { GOOGLE_TRANSLATE_KEY: "a", GOOGLE_TRANSLATE_ENDPOINT: "http://g.example" },
      "GOOGLE_TRANSLATE_ENDPOINT",
    ],
    ["a key of LibreTranslate without a server", { LIBRETRANSLATE_KEY: "a" }, "LIBRETRANSLATE_URL"],
    ["a place of LibreTranslate without https", { LIBRETRANSLATE_URL: "http://l.example" }, "LIBRETRANSLATE_URL"],
    ["two services that translate", { DEEPL_KEY: "a", ...libre }, "LIBRETRANSLATE_URL"],
    ["a maps key with a quote", { MAPS_KEY: `key"; script-src *` }, "MAPS_KEY"],
  ])("with %s are refused in one line that names the setting", (_what, change, name) => {
    const message = errorIn(change)
    expect(message).toContain(name)
    expect(message).not.toContain("\n")
  })
})
