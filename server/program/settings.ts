import { resolve } from "node:path"
import type { HostedTenant } from "#server/identity/IdentityConfig.ts"
import { trustedProxies, type TrustedProxies } from "#server/identity/clientAddress.ts"
import type { SmppConfig } from "#server/delivery/smpp/smppSession.ts"
import type { SpeechConfig } from "#server/speech/Speech.ts"
import type { TranslationConfig } from "#server/translation/Translator.ts"
import { readApiBase, readIdentity, readOrigin, readSafeOrigin } from "./identitySettings.ts"
import { readSmpp } from "./smppSettings.ts"
import { readSpeech } from "./speechSettings.ts"
import { readTranslation } from "./translationSettings.ts"
import { type Environment, flag, required, SettingsProblem, text } from "./environment.ts"

/** What the environment decides, read once by `main.ts`; everything else is data in the store. */
export type Settings = {
  readonly port: number
  readonly host: string
  /** Where people and carriers reach us: redirect addresses and webhook signatures are made from it. */
  readonly publicUrl: string
  readonly dataDir: string
  /** PostgreSQL 15 or newer; without it the embedded database in `dataDir` serves. */
  readonly databaseUrl: string | undefined
  readonly demo: boolean
  readonly roles: ReadonlyArray<Role>
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Origin the pages send their calls to, when it is not the one of `publicUrl`. */
  readonly apiBase: string | undefined
  /** Key of the maps service; without it we draw the map, and the maps service is never contacted. */
  readonly mapsKey: string | undefined
  /** A hosted identity provider; without it the embedded one serves (docs/architecture.md#identity). */
  readonly identity: HostedTenant | undefined
  readonly carrier: CarrierSettings | undefined
  /** The second carrier; numbers say by which one they send. */
  readonly smpp: SmppConfig | undefined
  /** Where the simulated carrier listens; the port after ours unless it is set. */
  readonly simulatorPort: number
  /** Where cards are typed and kept; without it the demo has a processor for tests, and everything else none. */
  readonly cardProcessor: CardProcessorSettings | undefined
  /** Where the demo’s test processor listens; the second port after ours unless it is set. */
  readonly cardTestPort: number
  /** Who speaks texts besides Flite, which is always there. */
  readonly speech: SpeechConfig
  /** Who translates texts; no one without a setting. */
  readonly translation: TranslationConfig
  readonly allowDemoAccountsOnNetwork: boolean
  /** The proxies in front of us that may name the client they ask for. */
  readonly trustedProxies: TrustedProxies
  /** Who holds it may read the metrics from elsewhere; this machine may always. */
  readonly metricsToken: string | undefined
}

/** What a process does; scaling out is more processes with fewer roles (docs/architecture.md#jobs). */
export type Role = "api" | "worker"

/** A real carrier account; without it the simulated carrier serves, in the demo only. */
export type CarrierSettings = {
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
}

/** A card processor’s account. */
export type CardProcessorSettings = { readonly origin: string; readonly key: string }

const readPort = (env: Environment, name: string, fallback: number): number => {
  const value = text(env, name) ?? String(fallback)
  const port = Number(value)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new SettingsProblem(`${name} must be a number from 1 to 65535, not "${value}".`)
  }
  return port
}

const readRoles = (env: Environment): ReadonlyArray<Role> => {
  const names = (text(env, "ROLES") ?? "api,worker").split(",").map((name) => name.trim())
  const wrong = names.find((name) => name !== "api" && name !== "worker")
  if (wrong !== undefined) throw new SettingsProblem(`ROLES knows api and worker, not "${wrong}".`)
  return names as ReadonlyArray<Role>
}

const readCarrier = (env: Environment): CarrierSettings | undefined => {
  const accountSid = text(env, "TWILIO_ACCOUNT_SID")
  if (accountSid === undefined) return undefined
  return {
    accountSid,
    authToken: required(env, "TWILIO_AUTH_TOKEN", "TWILIO_ACCOUNT_SID"),
    baseUrl: readOrigin(env, "TWILIO_BASE_URL") ?? "https://api.twilio.com",
  }
}

const readCardProcessor = (env: Environment): CardProcessorSettings | undefined => {
  const origin = readSafeOrigin(env, "CARD_PROCESSOR_URL")
  if (origin === undefined) return undefined
  return { origin, key: required(env, "CARD_PROCESSOR_KEY", "CARD_PROCESSOR_URL") }
}

const readTrustedProxies = (env: Environment): TrustedProxies => {
  const names = (text(env, "TRUSTED_PROXIES") ?? "").split(",").map((name) => name.trim())
  try {
    return trustedProxies(names.filter((name) => name !== ""))
  } catch {
    throw new SettingsProblem(
      `TRUSTED_PROXIES must be addresses or networks with commas between them, for example 10.0.0.0/8, not "${names.join(", ")}".`,
    )
  }
}

/** A password of its own needs no percent signs; an address that cannot be read is refused where it is used. */
const readDatabaseUrl = (env: Environment): string | undefined => {
  const address = text(env, "DATABASE_URL")
  // An empty one is how a file of settings leaves it out; blanks are an address that was lost on the way.
  if (address === undefined && (env["DATABASE_URL"] ?? "") !== "")
    throw new SettingsProblem("DATABASE_URL holds nothing but blanks. Name the database, or leave DATABASE_URL out.")
  const password = env["DATABASE_PASSWORD"]
  if (password === undefined || password === "") return address
  if (address === undefined) throw new SettingsProblem("DATABASE_PASSWORD is set, but DATABASE_URL is missing.")
  const url = URL.parse(address)
  if (url === null) return address
  if (url.password !== "")
    throw new SettingsProblem("DATABASE_URL holds a password and DATABASE_PASSWORD another one: keep one of them.")
  if (url.hostname === "")
    throw new SettingsProblem("DATABASE_PASSWORD needs a host in DATABASE_URL: postgres://user@host:5432/database.")
  url.password = encodeURIComponent(password)
  return url.href
}

/** Its password is not repeated in the sentence. */
const readSmtpUrl = (env: Environment): string | undefined => {
  const address = text(env, "SMTP_URL")
  if (address === undefined || ["smtp:", "smtps:"].includes(URL.parse(address)?.protocol ?? "")) return address
  throw new SettingsProblem("SMTP_URL must be an address such as smtps://user:password@mail.example.com:465.")
}

const readMapsKey = (env: Environment): string | undefined => {
  const key = text(env, "MAPS_KEY")
  if (key === undefined || /^[\w-]+$/.test(key)) return key
  throw new SettingsProblem("MAPS_KEY must be the key alone: letters, digits, - and _.")
}

const readMetricsToken = (env: Environment): string | undefined => {
  const token = text(env, "METRICS_TOKEN")
  if (token === undefined || /^[\x21-\x7e]{16,}$/.test(token)) return token
  throw new SettingsProblem("METRICS_TOKEN must be 16 or more letters, digits or signs without blanks.")
}

/**
 * Reads the settings; throws `SettingsProblem` with one clear sentence.
 * Demo data is the default of the embedded database only (docs/architecture.md#demo).
 */
export const readSettings = (env: Environment): Settings => {
  const port = readPort(env, "PORT", 4180)
  const publicUrl = readOrigin(env, "PUBLIC_URL") ?? `http://localhost:${port}`
  const databaseUrl = readDatabaseUrl(env)
  const roles = readRoles(env)
  if (databaseUrl === undefined && roles.length < 2) {
    throw new SettingsProblem("The embedded database serves one process: leave ROLES out, or set DATABASE_URL.")
  }
  return {
    port,
    host: text(env, "HOST") ?? "localhost",
    publicUrl,
    apiBase: readApiBase(env, publicUrl),
    mapsKey: readMapsKey(env),
    dataDir: resolve(text(env, "ADMIN_VIEW_DATA") ?? ".data"),
    databaseUrl,
    demo: flag(env, "ADMIN_VIEW_DEMO", databaseUrl === undefined),
    roles,
    smtpUrl: readSmtpUrl(env),
    mailFrom: text(env, "MAIL_FROM") ?? "Admin View <no-reply@adminview.test>",
    identity: readIdentity(env, publicUrl),
    carrier: readCarrier(env),
    smpp: readSmpp(env),
    simulatorPort: readPort(env, "SIMULATOR_PORT", port + 1),
    cardProcessor: readCardProcessor(env),
    cardTestPort: readPort(env, "CARD_TEST_PORT", port + 2),
    speech: readSpeech(env),
    translation: readTranslation(env),
    trustedProxies: readTrustedProxies(env),
    metricsToken: readMetricsToken(env),
    allowDemoAccountsOnNetwork: flag(env, "ADMIN_VIEW_DEMO_ON_NETWORK", false),
  }
}
