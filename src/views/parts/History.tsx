import { Time } from "./Time.tsx"
import { useKnownWords, useWords } from "./Words.tsx"

/** What happened to a thing, newest first, and who did it; `history` is oldest first. */
export const History = (props: {
  readonly history: ReadonlyArray<{ readonly type: string; readonly at: string; readonly actor: string }>
}) => {
  const words = useWords()
  const known = useKnownWords()
  if (props.history.length === 0) return <p className="muted">{words("history.empty")}</p>
  return (
    <ol className="history">
      {props.history.toReversed().map(({ type, at, actor }, index) => {
        return (
          <li key={`${at} ${index}`}>
            <strong>{known(`history.${type}`) ?? type}</strong>
            <span className="muted small">
              <Time at={at} /> {words("history.by", { actor })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
