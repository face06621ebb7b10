import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { useWords } from "#views/parts/Words.tsx"
import { TroubleNotice } from "./TroubleNotice.tsx"

/** What keeps the number of a campaign from sending, while people wait for it, and what left by a number that stood in. */
export const CampaignTrouble = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { trouble, campaignType, senderNumber, counts, stoodIn } = shown
  return (
    <>
      <TroubleNotice trouble={trouble} channel={campaignType} number={senderNumber} counts={counts} />
      {stoodIn.length > 0 && (
        <Notice>
          {stoodIn
            .map(({ number, people }) => words("sending.stoodIn", { number: phoneText(number), people }))
            .join(" ")}
        </Notice>
      )}
    </>
  )
}
