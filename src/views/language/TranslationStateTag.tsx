import type { TranslationState } from "#schemas/language/translationFacts.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const tones: Record<TranslationState | "new", Tone> = {
  new: "neutral",
  machine: "info",
  reviewed: "active",
  approved: "success",
  stale: "warning",
}

/** How far a translation is, as a mark with its name. */
export const TranslationStateTag = ({ state }: { readonly state: TranslationState | "new" }) => (
  <StateTag tone={tones[state]}>
    <Word id={`translation.state.${state}`} />
  </StateTag>
)
