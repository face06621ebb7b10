import type { TemplateValues } from "#machines/outreach/templateEditor.machine.ts"
import type { Compare } from "#views/parts/Form.tsx"
import { TextDiff } from "#views/parts/TextDiff.tsx"
import { useWords } from "#views/parts/Words.tsx"

type Both = { readonly theirs: TemplateValues; readonly mine: TemplateValues }

const Comparison = ({ theirs, mine }: Both) => {
  const words = useWords()
  const purposeOf = ({ purpose }: TemplateValues): string => words(`purpose.${purpose}`)
  const rows = [
    { label: words("template.field.name"), before: mine.name, after: theirs.name },
    { label: words("template.field.purpose"), before: purposeOf(mine), after: purposeOf(theirs) },
    { label: words("template.field.text"), before: mine.text, after: theirs.text },
  ].filter(({ before, after }) => before !== after)
  if (rows.length === 0) return <p>{words("part.conflict.same")}</p>
  return (
    <dl className="comparison">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <dt className="small muted">{label}</dt>
          <dd>
            <TextDiff before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A template as somebody else saved it, beside what the editor holds: only what differs. */
export const compareTemplates: Compare = (theirs, mine) => (
  <Comparison theirs={theirs as unknown as TemplateValues} mine={mine as unknown as TemplateValues} />
)
