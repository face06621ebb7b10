import { Classes } from "@blueprintjs/core"
import { Link } from "wouter"
import { mayCall, type Rights } from "#schemas/access.ts"
import type { PageUrl } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

/** The ways from a report to the views that were saved, and to one that is made of it. */
export const SavedViewLinks = ({ url, rights }: { readonly url: PageUrl; readonly rights: Rights }) => {
  const words = useWords()
  if (!mayCall(rights, "Report.SaveSavedView")) return null
  const button = `${Classes.BUTTON} ${Classes.MINIMAL}`
  return (
    <>
      <Link href="/report?tab=saved" className={button}>
        {words("report.savedViews")}
      </Link>
      <Link href={url.href({ tab: "saved", new: "" })} className={button}>
        {words("report.saveView")}
      </Link>
    </>
  )
}
