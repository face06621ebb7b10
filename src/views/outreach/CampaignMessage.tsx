import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { Section } from "#views/parts/Page.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The text of a campaign as phones show it; each person's own values stand in the places of its variables. */
export const CampaignMessage = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const version = words("campaign.facts.template", { name: shown.templateName, version: shown.templateVersion })
  return (
    <Section title={words("campaign.message")} caption={version}>
      <PhoneText from={phoneText(shown.senderNumber)} text={shown.text} />
    </Section>
  )
}
