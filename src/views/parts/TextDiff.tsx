import { diffWordsWithSpace } from "diff"
import { useWords } from "./Words.tsx"

/** What became of a text, word by word: what went is struck out, what came is underlined, and both are said to people who only hear them. */
export const TextDiff = ({ before, after }: { readonly before: string; readonly after: string }) => {
  const words = useWords()
  return (
    <p className="message text-diff">
      {diffWordsWithSpace(before, after).map(({ value, added, removed }, index) =>
        added ? (
          <ins key={index}>
            <span className="visually-hidden">{words("part.diff.added")}</span>
            {value}
          </ins>
        ) : removed ? (
          <del key={index}>
            <span className="visually-hidden">{words("part.diff.removed")}</span>
            {value}
          </del>
        ) : (
          <span key={index}>{value}</span>
        ),
      )}
    </p>
  )
}
