import type { CallVoice, OfferedVoice } from "#schemas/outreach/voice.ts"
import { useLanguageNames, useWords } from "#views/parts/Words.tsx"

/** How far from the voice as it is, in percent. */
const percentOf = (share: number): number => Math.round(Math.abs(share - 1) * 100)

/** Voices in words: who speaks, how fast and how high. */
export const useVoiceWords = () => {
  const words = useWords()
  const languageNames = useLanguageNames()
  const speed = (share: number): string => {
    if (share === 1) return words("callFlow.voice.asItIs")
    return words(share < 1 ? "callFlow.voice.slower" : "callFlow.voice.faster", { percent: percentOf(share) })
  }
  const pitch = (share: number): string => {
    if (share === 1) return words("callFlow.voice.asItIs")
    return words(share < 1 ? "callFlow.voice.lower" : "callFlow.voice.higher", { percent: percentOf(share) })
  }
  const named = ({ name, gender }: Pick<OfferedVoice, "name" | "gender">): string =>
    words(`callFlow.voice.${gender}`, { name })
  const all = (voice: CallVoice | undefined): string =>
    voice === undefined
      ? words("callFlow.voice.carrier")
      : [
          `${named(voice)} (${languageNames(voice.language)})`,
          ...(voice.speed === 1 ? [] : [speed(voice.speed)]),
          ...(voice.pitch === 1 ? [] : [pitch(voice.pitch)]),
        ].join(", ")
  return { speed, pitch, named, all }
}
