import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { Word } from "#views/parts/Words.tsx"

/** What keeps the number of a campaign from sending, while people wait for it. */
export const CampaignTrouble = ({ shown }: { readonly shown: CampaignDetail }) => {
  const { trouble, counts, campaignType, senderNumber } = shown
  if (trouble === null) return null
  return (
    <Notice intent="warning">
      <Word
        id={`sending.trouble.${campaignType}`}
        values={{
          number: phoneText(senderNumber),
          since: <Time at={trouble.since} inSentence />,
          reason: trouble.words,
          people: peopleIn(counts, ["queued", "sending"]),
        }}
      />
    </Notice>
  )
}
