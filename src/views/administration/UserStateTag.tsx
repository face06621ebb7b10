import type { UserState } from "#schemas/administration/user.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

const tones: Record<UserState, Tone> = { active: "success", locked: "danger", inactive: "neutral" }

/** Where a user's account stands, as a mark with its name. */
export const UserStateTag = ({ state }: { readonly state: UserState }) => (
  <StateTag tone={tones[state]}>
    <Word id={`user.state.${state}`} />
  </StateTag>
)
