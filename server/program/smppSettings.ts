import { Redacted } from "effect"
import type { SmppConfig } from "#server/delivery/smpp/smppSession.ts"
import { type Environment, SettingsProblem, text } from "./environment.ts"

const form = "smpp://system-id:password@smsc.example.com:2775"
const mostWindow = 1_000

const readWindow = (env: Environment): number => {
  const value = text(env, "SMPP_WINDOW") ?? "10"
  const window = Number(value)
  if (Number.isInteger(window) && window >= 1 && window <= mostWindow) return window
  throw new SettingsProblem(`SMPP_WINDOW must be a number from 1 to ${mostWindow}, not "${value}".`)
}

/** A part of an address without its percent signs; undefined where they are none. */
const plain = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** Reads where the SMPP carrier is; its password is not repeated in a sentence. Fields of a bind have 15 and 8 letters. */
export const readSmpp = (env: Environment): SmppConfig | undefined => {
  const address = text(env, "SMPP_URL")
  if (address === undefined) return undefined
  const url = URL.parse(address)
  const isOurs = url !== null && ["smpp:", "smpps:"].includes(url.protocol) && url.hostname !== ""
  const systemId = isOurs ? plain(url.username) : undefined
  const password = isOurs ? plain(url.password) : undefined
  if (!isOurs || systemId === undefined || password === undefined || systemId === "")
    throw new SettingsProblem(`SMPP_URL must be an address such as ${form}, or smpps:// for TLS.`)
  if (systemId.length > 15 || password.length > 8)
    throw new SettingsProblem("SMPP_URL: a system id has at most 15 letters, its password at most 8.")
  const secure = url.protocol === "smpps:"
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (secure ? 3550 : 2775) : Number(url.port),
    secure,
    systemId,
    password: Redacted.make(password),
    window: readWindow(env),
  }
}
