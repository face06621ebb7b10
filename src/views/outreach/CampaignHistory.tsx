import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { words as allWords, type WordId } from "#schemas/words.ts"
import { Time } from "#views/parts/Time.tsx"
import { useWords } from "#views/parts/Words.tsx"

const isWord = (id: string): id is WordId => Object.hasOwn(allWords, id)

/** What happened to a campaign, newest first, and who did it. */
export const CampaignHistory = ({ history }: Pick<CampaignDetail, "history">) => {
  const words = useWords()
  if (history.length === 0) return <p className="muted">{words("history.empty")}</p>
  return (
    <ol className="history">
      {history.toReversed().map(({ type, at, actor }, index) => {
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
