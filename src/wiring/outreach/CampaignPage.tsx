import "#views/outreach/outreach.css"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { usePageUrl } from "../usePage.ts"
import { CampaignsPage } from "./CampaignsPage.tsx"
import { NewCampaignPage } from "./NewCampaignPage.tsx"

/** `/campaign`: the campaigns, or a new one when the address asks for it. */
export const CampaignPage = () =>
  usePageUrl().search["new"] === undefined ? (
    <CampaignsPage />
  ) : (
    <HeadingSlot value={focusOnMount}>
      <NewCampaignPage />
    </HeadingSlot>
  )
