import { Link } from "wouter"
import type { ReportLinkEvent, ReportLinkSnapshot } from "#machines/reporting/reportLink.machine.ts"
import { EmptyState } from "#views/parts/EmptyState.tsx"
import { Opening } from "#views/parts/Opening.tsx"
import { Page } from "#views/parts/Page.tsx"
import { Said } from "#views/parts/Said.tsx"
import type { Seen } from "#views/parts/Seen.ts"
import { useWords } from "#views/parts/Words.tsx"

type Props = { readonly page: Seen<ReportLinkSnapshot, ReportLinkEvent> }

/** `/report?tab=link`: what stands there until a mailed link has led to its report, or why it does not (docs/policy.md#saved-views). */
export const ReportLinkView = ({ page }: Props) => {
  const words = useWords()
  const { snapshot } = page
  return (
    <Page title={words("savedViews.link.title")}>
      <Opening page={page} lines={8} />
      {snapshot.matches("gone") && (
        <EmptyState title={words("savedViews.link.gone")}>
          <p>
            <Said>{snapshot.context.problem?.message ?? ""}</Said>
          </p>
          <p>
            <Link href="/report" className="lone-link">
              {words("savedViews.link.report")}
            </Link>
          </p>
        </EmptyState>
      )}
    </Page>
  )
}
