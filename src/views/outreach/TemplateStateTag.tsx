import type { TemplateState } from "#schemas/outreach/template.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const tones: Record<TemplateState, Tone> = {
  draft: "neutral",
  published: "success",
  revised: "active",
  retired: "warning",
  deleted: "danger",
}

/** The state of a template as a mark with its name. */
export const TemplateStateTag = ({ state }: { readonly state: TemplateState }) => (
  <StateTag tone={tones[state]}>
    <Word id={`template.state.${state}`} />
  </StateTag>
)
