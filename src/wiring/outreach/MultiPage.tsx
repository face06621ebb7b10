import "#views/outreach/outreach.css"
import "#views/outreach/ladder.css"
import { ladderCheckWords } from "#schemas/outreach/ladderCheckWords.ts"
import { languageShareWords } from "#schemas/outreach/languageShareWords.ts"
import { ladderPathWords } from "#schemas/outreach/ladderPathWords.ts"
import { ladderPeopleWords } from "#schemas/outreach/ladderPeopleWords.ts"
import { multiCampaignWords } from "#schemas/outreach/multiCampaignWords.ts"
import { variantWords } from "#schemas/outreach/variantWords.ts"
import { reasonWords } from "#schemas/outreach/reasonWords.ts"
import { recipientWords } from "#schemas/outreach/recipientWords.ts"
import { senderTroubleWords } from "#schemas/outreach/senderTroubleWords.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { MultiCampaignsPage } from "./MultiCampaignsPage.tsx"

addWords(
  multiCampaignWords,
  ladderPathWords,
  ladderPeopleWords,
  ladderCheckWords,
  languageShareWords,
  variantWords,
  reasonWords,
  recipientWords,
  senderTroubleWords,
)

/** Opened from the list: its code comes with it. */
const MultiCampaignEditorPart = lazyPart(
  chunk(() => import("./MultiCampaignEditorPart.tsx").then((part) => part.MultiCampaignEditorPart)),
  { within: true },
)

/** `/multi`: the multi-campaigns; or the editor, when the address asks for it. */
export const MultiPage = () => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined) return <MultiCampaignsPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <MultiCampaignEditorPart key={search["edit"] ?? search["from"] ?? "new"} />
    </HeadingSlot>
  )
}
