import "#views/outreach/outreach.css"
import type { ReactNode } from "react"
import { costWords } from "#schemas/outreach/costWords.ts"
import { linkWords } from "#schemas/outreach/linkWords.ts"
import { mappingWords } from "#schemas/outreach/mappingWords.ts"
import { templateWords } from "#schemas/outreach/templateWords.ts"
import { writtenWords } from "#schemas/outreach/writtenWords.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { addWords } from "../pageWords.ts"
import { usePageUrl } from "../usePage.ts"
import { TemplateEditorPage } from "./TemplateEditorPage.tsx"
import { TemplatesPage } from "./TemplatesPage.tsx"

addWords(costWords, linkWords, mappingWords, templateWords, writtenWords)

/** `/sms`: the templates; or the editor, when the address asks for it. */
export const SmsPage = ({ tabs }: { readonly tabs?: ReactNode }) => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined)
    return <TemplatesPage {...(tabs === undefined ? {} : { tabs })} />
  return (
    <HeadingSlot value={focusOnMount}>
      <TemplateEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
