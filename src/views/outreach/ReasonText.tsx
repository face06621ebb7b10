import type { Reason } from "#schemas/outreach/recipient.ts"
import { useSaid } from "#views/parts/Said.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Why someone got nothing, or waits, with the carrier's code where there is one, and what to do about it. */
export const ReasonText = ({ reason: { code, words: why, advice } }: { readonly reason: Reason }) => {
  const words = useWords()
  const said = useSaid()
  return (
    <>
      <span className="cell-second">{code === null ? said(why) : words("reason.code", { why: said(why), code })}</span>
      {advice !== "" && <span className="cell-second">{said(advice)}</span>}
    </>
  )
}
