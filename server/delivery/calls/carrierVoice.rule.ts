import type { CallVoice } from "#schemas/outreach/voice.ts"

/** A carrier's voice as TwiML names it, and how much faster and higher it speaks, where that differs. */
export type CarrierVoice = {
  readonly voice: string
  readonly prosody: { readonly rate?: string; readonly pitch?: string } | null
}

type Pair = { readonly female?: string; readonly male?: string }

/** The voices of Amazon Polly that TwiML knows and whose speed and pitch can be changed, by language. */
const voices: Readonly<Record<string, Pair>> = {
  "en-US": { female: "Joanna", male: "Matthew" },
  "en-GB": { female: "Amy", male: "Brian" },
  "en-AU": { female: "Nicole", male: "Russell" },
  "es-US": { female: "Penelope", male: "Miguel" },
  "es-MX": { female: "Mia" },
  "es-ES": { female: "Conchita", male: "Enrique" },
  "fr-FR": { female: "Celine", male: "Mathieu" },
  "fr-CA": { female: "Chantal" },
  "de-DE": { female: "Marlene", male: "Hans" },
  "pt-BR": { female: "Vitoria", male: "Ricardo" },
  "pt-PT": { female: "Ines", male: "Cristiano" },
  "ru-RU": { female: "Tatyana", male: "Maxim" },
  "ko-KR": { female: "Seoyeon" },
  "hi-IN": { female: "Aditi" },
  "cmn-CN": { female: "Zhiyu" },
  arb: { female: "Zeina" },
}

/** What others call the languages that Polly names in its own way. */
const otherTags: Readonly<Record<string, string>> = { zh: "cmn-CN", cmn: "cmn-CN", ar: "arb" }

const baseOf = (tag: string): string => tag.split("-")[0] ?? tag

const languageOf = (tag: string): string | undefined => {
  const base = baseOf(tag)
  return tag in voices ? tag : (otherTags[base] ?? Object.keys(voices).find((one) => baseOf(one) === base))
}

const percent = (share: number): number => Math.round(share * 100)
const signed = (change: number): string => `${change > 0 ? "+" : ""}${change}%`

/** The carrier's voice that is most like this one, of its language and gender; undefined for a language it has none of. */
export const carrierVoice = ({ language: tag, gender, speed, pitch }: CallVoice): CarrierVoice | undefined => {
  const language = languageOf(tag)
  const pair = language === undefined ? undefined : voices[language]
  const alike = gender === "neutral" ? undefined : pair?.[gender]
  const name = alike ?? pair?.female ?? pair?.male
  if (name === undefined) return undefined
  const prosody = {
    ...(percent(speed) === 100 ? {} : { rate: `${percent(speed)}%` }),
    ...(percent(pitch) === 100 ? {} : { pitch: signed(percent(pitch) - 100) }),
  }
  return { voice: `Polly.${name}`, prosody: Object.keys(prosody).length === 0 ? null : prosody }
}
