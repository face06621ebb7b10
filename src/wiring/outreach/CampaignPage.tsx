import "#views/outreach/outreach.css"
import { usePageUrl } from "../usePage.ts"
import { CampaignsPage } from "./CampaignsPage.tsx"
import { NewCampaignPage } from "./NewCampaignPage.tsx"

const isEditing = ({ search }: ReturnType<typeof usePageUrl>): boolean =>
  search["new"] !== undefined || (search["edit"] !== undefined && search["id"] !== undefined)

/** `/campaign`: the campaigns, or one while it is put together, when the address asks for it. */
export const CampaignPage = () => (isEditing(usePageUrl()) ? <NewCampaignPage /> : <CampaignsPage />)
