import type { LocationState } from "#schemas/scheduling/location.ts"
import { StateTag } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

/** Whether a location is in use, as a mark with its name. */
export const LocationStateTag = ({ state }: { readonly state: LocationState }) => (
  <StateTag tone={state === "active" ? "success" : "neutral"}>
    <Word id={`location.state.${state}`} />
  </StateTag>
)
