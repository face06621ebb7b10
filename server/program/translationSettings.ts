import { Redacted } from "effect"
import type { TranslationConfig } from "#server/translation/Translator.ts"
import { type Environment, required, SettingsProblem, text } from "./environment.ts"
import { readSafeOrigin } from "./identitySettings.ts"
import { readRegion } from "./speechSettings.ts"

const readKey = (env: Environment, name: string): Redacted.Redacted | undefined => {
  const key = text(env, name)
  return key === undefined ? undefined : Redacted.make(key)
}

/** An address or a region alone says nothing without its key. */
const refuseWithout = (env: Environment, name: string, others: ReadonlyArray<string>): undefined => {
  const set = others.find((other) => text(env, other) !== undefined)
  if (set !== undefined) required(env, name, set)
  return undefined
}

const readAzure = (env: Environment): TranslationConfig => {
  const [name, regionName, endpointName] = [
    "AZURE_TRANSLATOR_KEY",
    "AZURE_TRANSLATOR_REGION",
    "AZURE_TRANSLATOR_ENDPOINT",
  ]
  const key = readKey(env, name)
  if (key === undefined) return refuseWithout(env, name, [regionName, endpointName])
  const origin = readSafeOrigin(env, endpointName) ?? "https://api.cognitive.microsofttranslator.com"
  return { azure: { origin, key, region: readRegion(env, regionName, "eastus") } }
}

/** Keys of the free plan say so themselves. */
const deeplOrigin = (key: Redacted.Redacted): string =>
  Redacted.value(key).endsWith(":fx") ? "https://api-free.deepl.com" : "https://api.deepl.com"

const readDeepl = (env: Environment): TranslationConfig => {
  const key = readKey(env, "DEEPL_KEY")
  if (key === undefined) return refuseWithout(env, "DEEPL_KEY", ["DEEPL_ENDPOINT"])
  return { deepl: { origin: readSafeOrigin(env, "DEEPL_ENDPOINT") ?? deeplOrigin(key), key } }
}

const readGoogle = (env: Environment): TranslationConfig => {
  const [name, endpointName] = ["GOOGLE_TRANSLATE_KEY", "GOOGLE_TRANSLATE_ENDPOINT"]
  const key = readKey(env, name)
  if (key === undefined) return refuseWithout(env, name, [endpointName])
  return { google: { origin: readSafeOrigin(env, endpointName) ?? "https://translation.googleapis.com", key } }
}

const readLibre = (env: Environment): TranslationConfig => {
  const origin = readSafeOrigin(env, "LIBRETRANSLATE_URL")
  if (origin === undefined) return refuseWithout(env, "LIBRETRANSLATE_URL", ["LIBRETRANSLATE_KEY"])
  return { libre: { origin, key: readKey(env, "LIBRETRANSLATE_KEY") } }
}

/** The service that translates texts: the one whose settings are there. */
export const readTranslation = (env: Environment): TranslationConfig => {
  const found = [readAzure(env), readDeepl(env), readGoogle(env), readLibre(env)].filter((one) => one !== undefined)
  if (found.length > 1)
    throw new SettingsProblem(
      "One service translates: keep one of AZURE_TRANSLATOR_KEY, DEEPL_KEY, GOOGLE_TRANSLATE_KEY and LIBRETRANSLATE_URL.",
    )
  return found[0]
}
