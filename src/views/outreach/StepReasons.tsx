import type { MultiCampaignDetail } from "#schemas/outreach/multiCampaign.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = {
  readonly reasons: MultiCampaignDetail["reasons"]
  readonly stepId: number
  /** The number of the step as it is shown, from 1 on. */
  readonly number: number
}

/** Why a step left people out or did not reach them, the most frequent reasons first, with what to do. */
export const StepReasons = ({ reasons, stepId, number }: Props) => {
  const words = useWords()
  const own = reasons.filter((one) => one.stepId === stepId)
  return own.length === 0 ? null : (
    <ul className="ladder-touches muted small" aria-label={words("multi.sent.why", { number })}>
      {own.map(({ code, words: why, advice, people }) => (
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
