import "#views/outreach/outreach.css"
import type { ReactNode } from "react"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { usePageUrl } from "../usePage.ts"
import { LinkParametersPage } from "./LinkParametersPage.tsx"
import { ResponseFilePage } from "./ResponseFilePage.tsx"
import { TemplateEditorPage } from "./TemplateEditorPage.tsx"
import { TemplatesPage } from "./TemplatesPage.tsx"

/** `/sms`: the list of templates; or the editor, or a template's link or response file, when the address asks for it. */
export const SmsPage = ({ tabs }: { readonly tabs?: ReactNode }) => {
  const { search } = usePageUrl()
  if (search["link"] !== undefined || search["response"] !== undefined) {
    return (
      <HeadingSlot value={focusOnMount}>
        {search["link"] === undefined ? <ResponseFilePage /> : <LinkParametersPage />}
      </HeadingSlot>
    )
  }
  if (search["new"] === undefined && search["edit"] === undefined)
    return <TemplatesPage {...(tabs === undefined ? {} : { tabs })} />
  return (
    <HeadingSlot value={focusOnMount}>
      <TemplateEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
