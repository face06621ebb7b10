import type { CampaignDetail } from "#schemas/outreach/campaign.ts"
import { Section } from "#views/parts/Page.tsx"
import { phoneText } from "#views/people/patientValues.ts"
import { PhoneText } from "#views/parts/PhoneText.tsx"
import { useWords } from "#views/parts/Words.tsx"

/** What a call says to who presses no key, step by step. */
const Heard = ({ text }: { readonly text: string }) => (
  <ol className="heard">
    {text.split("\n").map((said, index) => (
      <li key={index}>{said}</li>
    ))}
  </ol>
)

/** The text of a campaign as the phone of one of its people shows it; before the launch, with the names of what each person gets. Of a call, what is said. */
export const CampaignMessage = ({ shown }: { readonly shown: CampaignDetail }) => {
  const words = useWords()
  const { firstText } = shown
  const isCall = shown.campaignType === "IVR"
  const version = words("campaign.facts.template", { name: shown.templateName, version: shown.templateVersion })
  return (
    <Section title={words(isCall ? "campaign.message.call" : "campaign.message")} caption={version}>
      {isCall ? (
        <Heard text={firstText?.text ?? shown.text} />
      ) : (
        <PhoneText from={phoneText(shown.senderNumber)} text={firstText?.text ?? shown.text} />
      )}
      {isCall && firstText !== null && (
        <p className="phone-note">{words("campaign.message.heardBy", { patient: firstText.patient })}</p>
      )}
      {!isCall && firstText !== null && (
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
