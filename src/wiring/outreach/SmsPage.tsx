import "#views/outreach/outreach.css"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { usePageUrl } from "../usePage.ts"
import { LinkParametersPage } from "./LinkParametersPage.tsx"
import { TemplateEditorPage } from "./TemplateEditorPage.tsx"
import { TemplatesPage } from "./TemplatesPage.tsx"

/** `/sms`: the list of templates; or the editor, or a template's link, when the address asks for it. */
export const SmsPage = () => {
  const { search } = usePageUrl()
  if (search["link"] !== undefined) {
    return (
      <HeadingSlot value={focusOnMount}>
        <LinkParametersPage />
      </HeadingSlot>
    )
  }
  if (search["new"] === undefined && search["edit"] === undefined) return <TemplatesPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <TemplateEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
