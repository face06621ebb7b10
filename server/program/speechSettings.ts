import { Redacted } from "effect"
import type { SpeechConfig } from "#server/speech/Speech.ts"
import { type Environment, required, SettingsProblem, text } from "./environment.ts"
import { readSafeOrigin } from "./identitySettings.ts"

/** A region is a part of an address. */
export const readRegion = (env: Environment, name: string, example: string): string | undefined => {
  const region = text(env, name)
  if (region === undefined || /^[a-z0-9-]{2,40}$/.test(region)) return region
  throw new SettingsProblem(`${name} must be the name of a region such as ${example}, not "${region}".`)
}

const readAzure = (env: Environment): SpeechConfig["azure"] => {
  const [regionName, endpointName, keyName] = ["AZURE_SPEECH_REGION", "AZURE_SPEECH_ENDPOINT", "AZURE_SPEECH_KEY"]
  const region = readRegion(env, regionName, "eastus")
  const endpoint = readSafeOrigin(env, endpointName)
  if (region !== undefined && endpoint !== undefined)
    throw new SettingsProblem(`${regionName} and ${endpointName} both say where Azure Speech is: keep one of them.`)
  const origin = region === undefined ? endpoint : `https://${region}.tts.speech.microsoft.com`
  if (origin !== undefined)
    return {
      origin,
      key: Redacted.make(required(env, keyName, region === undefined ? endpointName : regionName)),
    }
  if (text(env, keyName) === undefined) return undefined
  throw new SettingsProblem(`${keyName} is set, but ${regionName} is missing: a key is one of a region.`)
}

const readPolly = (env: Environment): SpeechConfig["polly"] => {
  const region = readRegion(env, "POLLY_REGION", "us-east-1")
  const endpoint = readSafeOrigin(env, "POLLY_ENDPOINT")
  if (region === undefined) {
    if (endpoint === undefined) return undefined
    throw new SettingsProblem("POLLY_ENDPOINT is set, but POLLY_REGION is missing: requests are signed for a region.")
  }
  const sessionToken = text(env, "AWS_SESSION_TOKEN")
  return {
    region,
    origin: endpoint ?? `https://polly.${region}.amazonaws.com`,
    accessKeyId: required(env, "AWS_ACCESS_KEY_ID", "POLLY_REGION"),
    secretAccessKey: Redacted.make(required(env, "AWS_SECRET_ACCESS_KEY", "POLLY_REGION")),
    sessionToken: sessionToken === undefined ? undefined : Redacted.make(sessionToken),
  }
}

/** 1 is the program by its usual name; a name or path of another one may stand there as well. */
const readEspeak = (env: Environment): SpeechConfig["espeak"] => {
  const value = text(env, "ESPEAK_NG")
  if (value === undefined || value === "0") return undefined
  return { program: value === "1" ? "espeak-ng" : value, path: text(env, "PATH") ?? "/usr/bin:/bin" }
}

/** The engines that speak besides Flite: those whose settings are there. */
export const readSpeech = (env: Environment): SpeechConfig => ({
  azure: readAzure(env),
  polly: readPolly(env),
  espeak: readEspeak(env),
})
