import { escapedText } from "#server/http/markup.rule.ts"
import type { Manner } from "./engine.ts"

const percent = (share: number): number => Math.round(share * 100)
const changed = (share: number): string => `${share > 1 ? "+" : ""}${percent(share) - 100}%`

/** How services write speed: as a share of the voice's own (Polly), or as the change of it (Azure). */
const rates = { share: (speed: number) => `${percent(speed)}%`, change: changed } as const

/** A text in SSML, as fast and as high as asked for; where that is the voice as it is, without a mark. */
export const ssmlOf = (text: string, { speed, pitch }: Manner, rate: keyof typeof rates): string => {
  const attributes = [
    ...(percent(speed) === 100 ? [] : [`rate="${rates[rate](speed)}"`]),
    ...(percent(pitch) === 100 ? [] : [`pitch="${changed(pitch)}"`]),
  ]
  const words = escapedText(text)
  return attributes.length === 0 ? words : `<prosody ${attributes.join(" ")}>${words}</prosody>`
}
