import { useIntl } from "react-intl"
import type { Campaign } from "#schemas/outreach/campaign.ts"
import type { CampaignCheck } from "#schemas/outreach/campaignCheck.ts"
import { Notice } from "#views/parts/ProblemNotice.tsx"
import { Time } from "#views/parts/Time.tsx"
import { useLanguageNames, useWords, Word } from "#views/parts/Words.tsx"
import { textLanguages } from "./WhichLanguage.tsx"

const sum = (rows: ReadonlyArray<{ readonly people: number }>): number =>
  rows.reduce((total, { people }) => total + people, 0)

/** What a launch would do, by the count made for it: who it reaches, who it leaves out and who waits. */
export const LaunchEffects = (props: {
  readonly subject: Pick<Campaign, "name" | "startAt" | "campaignType" | "state">
  readonly check: CampaignCheck
}) => {
  const { subject, check } = props
  const words = useWords()
  const excluded = check.excluded.reduce((total, { count }) => total + count, 0)
  const held = sum(check.held)
  const intl = useIntl()
  const languageNames = useLanguageNames()
  const languages = textLanguages(check.languages)
  return (
    <>
      <p>{words("campaign.launch.text", { people: check.eligible, name: subject.name })}</p>
      {check.needsConfirmation && subject.state === "draft" && (
        <Notice intent="warning">{words("campaign.launch.confirmation")}</Notice>
      )}
      {subject.startAt !== null && (
        <p>
          <Word id="campaign.launch.scheduled" values={{ time: <Time at={subject.startAt} inSentence /> }} />
        </p>
      )}
      {languages.length > 0 && (
        <p>
          {words("campaign.launch.languages", {
            list: intl.formatList(
              languages.map(({ language, people }) =>
                words("campaign.launch.language", { people, language: languageNames(language) }),
              ),
            ),
          })}
        </p>
      )}
      {excluded > 0 && <p>{words("campaign.launch.excluded", { people: excluded })}</p>}
      {held > 0 && <p>{words(`campaign.launch.held.${subject.campaignType}`, { people: held })}</p>}
      {check.eligible > 0 && <p className="muted">{words(`campaign.launch.undo.${subject.campaignType}`)}</p>}
      {check.eligible === 0 && <Notice intent="warning">{words("campaign.create.nobody")}</Notice>}
    </>
  )
}
