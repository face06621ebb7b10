import "#views/outreach/outreach.css"
import { campaignWords } from "#schemas/outreach/campaignWords.ts"
import { reasonWords } from "#schemas/outreach/reasonWords.ts"
import { recipientWords } from "#schemas/outreach/recipientWords.ts"
import { senderTroubleWords } from "#schemas/outreach/senderTroubleWords.ts"
import { answerWords } from "#schemas/people/answerWords.ts"
import { languageShareWords } from "#schemas/outreach/languageShareWords.ts"
import { notOfferedWords } from "#schemas/outreach/notOfferedWords.ts"
import { newCampaignWords } from "#schemas/outreach/newCampaignWords.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { CampaignsPage } from "./CampaignsPage.tsx"
import { NewCampaignPage } from "./NewCampaignPage.tsx"

addWords(
  notOfferedWords,
  answerWords,
  campaignWords,
  reasonWords,
  recipientWords,
  senderTroubleWords,
  newCampaignWords,
  languageShareWords,
)

const isEditing = ({ search }: ReturnType<typeof usePageUrl>): boolean =>
  search["new"] !== undefined || (search["edit"] !== undefined && search["id"] !== undefined)

/** `/campaign`: the campaigns, or one while it is put together, when the address asks for it. */
export const CampaignPage = () => (isEditing(usePageUrl()) ? <NewCampaignPage /> : <CampaignsPage />)
