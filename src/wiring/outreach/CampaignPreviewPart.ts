import { campaignPreviewWords } from "#schemas/outreach/campaignPreviewWords.ts"
import { languageShareWords } from "#schemas/outreach/languageShareWords.ts"
import { newCampaignWords } from "#schemas/outreach/newCampaignWords.ts"
import { notOfferedWords } from "#schemas/outreach/notOfferedWords.ts"
import { recipientWords } from "#schemas/outreach/recipientWords.ts"
import { CampaignPreview } from "#views/outreach/CampaignPreview.tsx"
import { addWords } from "../pageWords.ts"

addWords(campaignPreviewWords, languageShareWords, newCampaignWords, notOfferedWords, recipientWords)

/** Next to the form of a campaign: who would get what when, the checks, and the people of one line of them. */
export const CampaignPreviewPart = CampaignPreview
