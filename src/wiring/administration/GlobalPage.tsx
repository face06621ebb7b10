import "#views/administration/activity.css"
import "#views/administration/global.css"
import "#views/administration/users.css"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { activityWords } from "#schemas/administration/activityWords.ts"
import { companyWords } from "#schemas/administration/companyWords.ts"
import { globalSettingsWords } from "#schemas/administration/globalSettingsWords.ts"
import { senderTroubleWords } from "#schemas/outreach/senderTroubleWords.ts"
import { stateWords } from "#schemas/administration/stateWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { GlobalTabs } from "#views/administration/GlobalTabs.tsx"
import { chunk } from "../chunks.ts"
import { lazyPart } from "../LazyPart.tsx"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { ActivityPart } from "./ActivityPart.ts"
import { CompaniesPage } from "./CompaniesPage.tsx"
import { GlobalSettingsPage } from "./GlobalSettingsPage.tsx"

addWords(activitySentences, activityWords, companyWords, globalSettingsWords, senderTroubleWords, stateWords)

/** Opened from the list: its code comes with it. */
const CompanyEditorPage = lazyPart(
  chunk(() => import("./CompanyEditorPage.tsx").then((page) => page.CompanyEditorPage)),
  { within: true },
)

/** The templates of all companies are a clinic's page, which few of those who come here open. */
const SmsPage = lazyPart(
  chunk(() => import("../outreach/SmsPage.tsx").then((page) => page.SmsPage)),
  { within: true },
)

/** `/global`: its parts by tab, or the editor when the address asks for it. */
export const GlobalPage = () => {
  const url = usePageUrl()
  const { search } = url
  if (search["section"] === "activity") return <ActivityPart tabs={<GlobalTabs url={url} />} />
  if (search["section"] === "templates") return <SmsPage tabs={<GlobalTabs url={url} />} />
  if (search["section"] === "rules") return <GlobalSettingsPage />
  if (search["new"] === undefined && search["edit"] === undefined) return <CompaniesPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <CompanyEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
