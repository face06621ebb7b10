import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { peopleIn } from "#schemas/outreach/progress.ts"
import { phoneText } from "#views/people/patientValues.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useWords, Word } from "#views/parts/Words.tsx"

const Trouble = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
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
      />{" "}
      {trouble.standIn !== null && words("sending.trouble.standIn", { number: phoneText(trouble.standIn) })}
    </Notice>
  )
}

/** What keeps the number of a campaign from sending, while people wait for it, and what left by a number that stood in. */
export const CampaignTrouble = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  return (
    <>
      <Trouble shown={shown} />
      {shown.stoodIn.length > 0 && (
        <Notice>
          {shown.stoodIn
            .map(({ number, people }) => words("sending.stoodIn", { number: phoneText(number), people }))
            .join(" ")}
        </Notice>
      )}
    </>
  )
}
