import type { CompanyState } from "#schemas/administration/company.ts"
import { StateTag, type Tone } from "#views/parts/StateTag.tsx"
import { Word } from "#views/parts/Words.tsx"

/** The states of companies that can be seen; a deleted one is in no list. */
export type SeenCompanyState = Exclude<CompanyState, "retired">

const tones: Record<SeenCompanyState, Tone> = {
  notStarted: "neutral",
  active: "success",
  expired: "danger",
  suspended: "warning",
}

/** Where a company's contract stands, as a mark with its name. */
export const CompanyStateTag = ({ state }: { readonly state: CompanyState }) =>
  state === "retired" ? null : (
    <StateTag tone={tones[state]}>
      <Word id={`company.state.${state}`} />
    </StateTag>
  )
