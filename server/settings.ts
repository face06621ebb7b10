import { resolve } from "node:path"
import type { HostedTenant } from "#server/identity/IdentityConfig.ts"

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
  /** A hosted identity provider; without it the embedded one serves (architecture §6). */
  readonly identity: HostedTenant | undefined
  readonly carrier: CarrierSettings | undefined
  /** Where the simulated carrier listens; the port after ours unless told. */
  readonly simulatorPort: number
  readonly allowDemoAccountsOnNetwork: boolean
}

/** What a process does; scaling out is more processes with fewer roles (architecture §5). */
export type Role = "api" | "worker"

/** A real carrier account; without it the simulated carrier serves, in the demo only. */
export type CarrierSettings = {
  readonly baseUrl: string
  readonly accountSid: string
  readonly authToken: string
}

/** A wrong setting, as one sentence for the operator. */
export class SettingsProblem extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const text = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim()
  return value === undefined || value === "" ? undefined : value
}

const required = (env: Environment, name: string, because: string): string => {
  const value = text(env, name)
  if (value === undefined) throw new SettingsProblem(`${name} is missing; it is needed because ${because} is set.`)
  return value
}

const flag = (env: Environment, name: string, fallback: boolean): boolean => {
  const value = text(env, name)
  if (value === undefined) return fallback
  if (value === "0" || value === "1") return value === "1"
  throw new SettingsProblem(`${name} must be 0 or 1, not "${value}".`)
}

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

const optional = <Key extends string>(key: Key, value: string | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string }

const readIdentity = (env: Environment): HostedTenant | undefined => {
  const authority = text(env, "IDENTITY_AUTHORITY")
  if (authority === undefined) return undefined
  const need = (name: string) => required(env, name, "IDENTITY_AUTHORITY")
  return {
    authority,
    clientId: need("IDENTITY_CLIENT_ID"),
    issuer: need("IDENTITY_ISSUER"),
    audience: need("IDENTITY_AUDIENCE"),
    jwksUri: need("IDENTITY_JWKS_URI"),
    scope: need("IDENTITY_SCOPE"),
    ...optional("policy", text(env, "IDENTITY_POLICY")),
    ...optional("authorizedParty", text(env, "IDENTITY_AUTHORIZED_PARTY")),
  }
}

const readCarrier = (env: Environment): CarrierSettings | undefined => {
  const accountSid = text(env, "TWILIO_ACCOUNT_SID")
  if (accountSid === undefined) return undefined
  return {
    accountSid,
    authToken: required(env, "TWILIO_AUTH_TOKEN", "TWILIO_ACCOUNT_SID"),
    baseUrl: text(env, "TWILIO_BASE_URL") ?? "https://api.twilio.com",
  }
}

/**
 * Reads the settings; throws `SettingsProblem` with one clear sentence.
 * Demo data is the default of the embedded database only (architecture §12).
 */
export const readSettings = (env: Environment): Settings => {
  const port = readPort(env, "PORT", 4180)
  const databaseUrl = text(env, "DATABASE_URL")
  const roles = readRoles(env)
  if (databaseUrl === undefined && roles.length < 2) {
    throw new SettingsProblem("The embedded database serves one process: leave ROLES out, or set DATABASE_URL.")
  }
  return {
    port,
    host: text(env, "HOST") ?? "localhost",
    publicUrl: text(env, "PUBLIC_URL") ?? `http://localhost:${port}`,
    dataDir: resolve(text(env, "ADMIN_VIEW_DATA") ?? ".data"),
    databaseUrl,
    demo: flag(env, "ADMIN_VIEW_DEMO", databaseUrl === undefined),
    roles,
    smtpUrl: text(env, "SMTP_URL"),
    mailFrom: text(env, "MAIL_FROM") ?? "Admin View <no-reply@adminview.test>",
    identity: readIdentity(env),
    carrier: readCarrier(env),
    simulatorPort: readPort(env, "SIMULATOR_PORT", port + 1),
    allowDemoAccountsOnNetwork: flag(env, "ADMIN_VIEW_DEMO_ON_NETWORK", false),
  }
}
