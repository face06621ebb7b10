import type { NewCampaignSnapshot } from "#machines/outreach/newCampaign.machine.ts"
import { Notice, ProblemNotice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

const verdicts = ["unchecked", "checking", "outdated", "launchable", "forNobody"] as const

/** What a whole check of the draft found and when; an old one says that it is old. */
export const CampaignVerdict = ({ snapshot }: { readonly snapshot: NewCampaignSnapshot }) => {
  const words = useWords()
  const { check, problem } = snapshot.context
  const isIn = (verdict: (typeof verdicts)[number]) => snapshot.matches({ drafting: { verdict } })
  return (
    <>
      {problem !== null && <ProblemNotice title={words("campaign.notChanged")} problem={problem} />}
      <div role="status">
        {isIn("unchecked") && <p className="muted">{words("campaign.verdict.unchecked")}</p>}
        {isIn("checking") && <p className="muted">{words("campaign.verdict.checking")}</p>}
        {isIn("outdated") && <Notice intent="warning">{words("campaign.verdict.outdated")}</Notice>}
        {check !== null && check.eligible === 0 && (
          <Notice intent="warning">{words("campaign.verdict.forNobody")}</Notice>
        )}
        {check !== null && check.eligible > 0 && (
          <p>
            {words("campaign.verdict.launchable", { people: check.eligible, leftOut: check.total - check.eligible })}
          </p>
        )}
        {check !== null && (
          <p className="small muted">
            <Word id="campaign.verdict.at" values={{ time: <Time at={check.at} inSentence />, people: check.total }} />
          </p>
        )}
      </div>
    </>
  )
}
