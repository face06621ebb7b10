import type { TemplateValues } from "#machines/outreach/templateEditor.machine.ts"
import type { Compare } from "#views/parts/Form.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { Comparison } from "#views/parts/Comparison.tsx"

const Compared = ({ theirs, mine }: { readonly theirs: TemplateValues; readonly mine: TemplateValues }) => {
  const words = useWords()
  return (
    <Comparison
      rows={[
        { label: words("template.field.name"), mine: mine.name, theirs: theirs.name },
        {
          label: words("template.field.purpose"),
          mine: words(`purpose.${mine.purpose}`),
          theirs: words(`purpose.${theirs.purpose}`),
        },
        { label: words("template.field.text"), mine: mine.text, theirs: theirs.text },
      ]}
    />
  )
}

/** A template as someone else saved it, next to what the editor holds. */
export const compareTemplates: Compare = (theirs, mine) => (
  <Compared theirs={theirs as unknown as TemplateValues} mine={mine as unknown as TemplateValues} />
)
