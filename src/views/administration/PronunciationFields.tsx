import { mostPronunciations } from "#schemas/administration/companyDraft.ts"
import { TextField } from "#views/parts/Field.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import { ListField } from "#views/parts/ListField.tsx"
import { useWords } from "#views/parts/Words.tsx"

const empty = { word: "", saidAs: "" }

/** How a company's words are said in its calls, a line for each. */
export const PronunciationFields = (props: { readonly form: SeenForm; readonly id: string }) => {
  const words = useWords()
  return (
    <ListField
      {...props}
      name="pronunciations"
      label={words("company.field.pronunciations")}
      hint={words("company.field.pronunciations.hint")}
      itemLabel={(number) => words("company.field.pronunciation", { number })}
      addLabel={words("company.field.pronunciations.add")}
      none={words("company.pronunciations.none")}
      empty={empty}
      most={mostPronunciations}
    >
      {(prefix) => (
        <>
          <TextField {...props} name={`${prefix}.word`} label={words("company.field.word")} maxLength={80} />
          <TextField {...props} name={`${prefix}.saidAs`} label={words("company.field.saidAs")} maxLength={140} />
        </>
      )}
    </ListField>
  )
}
