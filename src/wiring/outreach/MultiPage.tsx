import "#views/outreach/outreach.css"
import "#views/outreach/ladder.css"
import { ladderPathWords } from "#schemas/outreach/ladderPathWords.ts"
import { ladderReasonWords } from "#schemas/outreach/ladderReasonWords.ts"
import { ladderPeopleWords } from "#schemas/outreach/ladderPeopleWords.ts"
import { multiCampaignWords } from "#schemas/outreach/multiCampaignWords.ts"
import { variantWords } from "#schemas/outreach/variantWords.ts"
import { recipientWords } from "#schemas/outreach/recipientWords.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { MultiCampaignEditorPage } from "./MultiCampaignEditorPage.tsx"
import { MultiCampaignsPage } from "./MultiCampaignsPage.tsx"

addWords(multiCampaignWords, ladderPathWords, ladderPeopleWords, ladderReasonWords, variantWords, recipientWords)

/** `/multi`: the multi-campaigns; or the editor, when the address asks for it. */
export const MultiPage = () => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined) return <MultiCampaignsPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <MultiCampaignEditorPage key={search["edit"] ?? search["from"] ?? "new"} />
    </HeadingSlot>
  )
}
