import "#views/administration/activity.css"
import "#views/administration/global.css"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { GlobalTabs } from "#views/administration/GlobalTabs.tsx"
import { SmsPage } from "../outreach/SmsPage.tsx"
import { usePageUrl } from "../usePage.ts"
import { ActivityPage } from "./ActivityPage.tsx"
import { CompaniesPage } from "./CompaniesPage.tsx"
import { GlobalSettingsPage } from "./GlobalSettingsPage.tsx"
import { CompanyEditorPage } from "./CompanyEditorPage.tsx"

/** `/global`: its parts by tab, or the editor when the address asks for it. */
export const GlobalPage = () => {
  const url = usePageUrl()
  const { search } = url
  if (search["section"] === "activity") return <ActivityPage tabs={<GlobalTabs url={url} />} />
  if (search["section"] === "templates") return <SmsPage tabs={<GlobalTabs url={url} />} />
  if (search["section"] === "rules") return <GlobalSettingsPage />
  if (search["new"] === undefined && search["edit"] === undefined) return <CompaniesPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <CompanyEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
