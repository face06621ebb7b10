import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { Section } from "#views/parts/Page.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** The text of a campaign as the phone of one of its people shows it; before the launch, with the names of what each person gets. */
export const CampaignMessage = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { firstText } = shown
  const version = words("campaign.facts.template", { name: shown.templateName, version: shown.templateVersion })
  return (
    <Section title={words("campaign.message")} caption={version}>
      <PhoneText from={phoneText(shown.senderNumber)} text={firstText?.text ?? shown.text} />
      {firstText !== null && (
        <p className="phone-note">
          {words("campaign.message.for", {
            patient: firstText.patient,
            characters: firstText.segments.characters,
            segments: firstText.segments.segments,
          })}
        </p>
      )}
    </Section>
  )
}
