import type { Reason } from "#schemas/outreach/recipient.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly reasons: ReadonlyArray<Reason & { readonly people: number }>
  /** What the reasons are for. */
  readonly label: string
}

/** Why a step leaves people out or did not reach them, the most frequent reasons first, with what to do. */
export const StepReasons = ({ reasons, label }: Props) => {
  const words = useWords()
  return reasons.length === 0 ? null : (
    <ul className="ladder-touches muted small" aria-label={label}>
      {reasons.map(({ code, words: why, advice, people }) => (
        <li key={why}>
          {words("multi.sent.reason", {
            people,
            why: code === null ? why : words("reason.code", { why, code }),
            advice,
          })}
        </li>
      ))}
    </ul>
  )
}
