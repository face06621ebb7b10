import type { TemplateUse } from "#schemas/outreach/templateVersions.ts"
import { Reading, type SeenReading } from "#views/parts/Reading.tsx"
import { Skeleton } from "#views/parts/Skeleton.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** Which campaigns that are not over use which version of a template. */
export const TemplateUses = ({ use }: { readonly use: SeenReading<ReadonlyArray<TemplateUse>> }) => {
  const words = useWords()
  return (
    <Reading of={use} skeleton={<Skeleton lines={1} />}>
      {(rows) =>
        rows.length === 0 ? (
          <p className="muted">{words("template.use.none")}</p>
        ) : (
          <ul className="uses">
            {rows.map(({ version, state, campaigns }) => (
              <li key={`${version} ${state}`}>{words("template.use.line", { version, state, campaigns })}</li>
            ))}
          </ul>
        )
      }
    </Reading>
  )
}
