import { purposes, type Purpose } from "#schemas/outreach/template.ts"
import { ChoiceChip } from "#views/parts/Filter.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Chooses the purpose that new templates, call flows and campaigns begin with. */
export const PurposeChoice = (props: { readonly purpose: Purpose; readonly onChoose: (purpose: Purpose) => void }) => {
  const words = useWords()
  return (
    <div className="chip">
      <ChoiceChip
        id="purpose-of-new"
        label={words("purpose.ofNew")}
        options={purposes.map((value) => ({ value, label: words(`purpose.${value}`) }))}
        chosen={props.purpose}
        onChoose={props.onChoose}
      />
    </div>
  )
}
