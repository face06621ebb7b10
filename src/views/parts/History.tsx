import { words as allWords, type WordId } from "#schemas/words.ts"
import { Time } from "./Time.tsx"
import { useWords } from "./Words.tsx"

const isWord = (id: string): id is WordId => Object.hasOwn(allWords, id)

/** What happened to a thing, newest first, and who did it; `history` is oldest first. */
export const History = (props: {
  readonly history: ReadonlyArray<{ readonly type: string; readonly at: string; readonly actor: string }>
}) => {
  const words = useWords()
  if (props.history.length === 0) return <p className="muted">{words("history.empty")}</p>
  return (
    <ol className="history">
      {props.history.toReversed().map(({ type, at, actor }, index) => {
        const id = `history.${type}`
        return (
          <li key={`${at} ${index}`}>
            <strong>{isWord(id) ? words(id) : type}</strong>
            <span className="muted small">
              <Time at={at} /> {words("history.by", { actor })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
