import { openReportLink } from "#effects/SavedViews.ts"
import { reportLinkMachine } from "#machines/reporting/reportLink.machine.ts"
import type { LinkedReport } from "#schemas/reporting/savedView.ts"
import { savedViewWords } from "#schemas/reporting/savedViewWords.ts"
import { viewHref } from "#views/reporting/reportHref.ts"
import { ReportLinkView } from "#views/reporting/ReportLinkView.tsx"
import { stayAt } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { usePage } from "../usePage.ts"

addWords(savedViewWords)

const logic = ({ operation }: Tools) =>
  reportLinkMachine.provide({
    // The secret stands behind `#`, where no server sees it.
    actors: { open: operation(() => openReportLink(location.hash.slice(1))) as never },
    actions: {
      showReport: ({ event }) => {
        const { search, ...days } = (event as unknown as { readonly output: LinkedReport }).output
        stayAt(viewHref(search, days))
      },
    },
  })

/** `/report?tab=link`: where the link of a mail leads first. */
export const ReportLinkPage = () => <ReportLinkView page={usePage(logic)} />
