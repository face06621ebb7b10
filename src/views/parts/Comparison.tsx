import { TextDiff } from "./TextDiff.tsx"
import { useWords } from "./Words.tsx"

/** What someone else saved, next to what the form holds: only what differs. */
export const Comparison = (props: {
  readonly rows: ReadonlyArray<{ readonly label: string; readonly mine: string; readonly theirs: string }>
}) => {
  const words = useWords()
  const rows = props.rows.filter(({ mine, theirs }) => mine !== theirs)
  if (rows.length === 0) return <p>{words("part.conflict.same")}</p>
  return (
    <dl className="comparison">
      {rows.map(({ label, mine, theirs }) => (
        <div key={label}>
          <dt className="small muted">{label}</dt>
          <dd>
            <TextDiff before={mine} after={theirs} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
