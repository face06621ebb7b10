import "#views/outreach/outreach.css"
import { deleteSavedView, readSavedViews } from "#effects/SavedViews.ts"
import { savedViewsMachine } from "#machines/reporting/savedViews.machine.ts"
import type { SavedView } from "#schemas/reporting/savedView.ts"
import { savedViewWords } from "#schemas/reporting/savedViewWords.ts"
import { SavedViewsView } from "#views/reporting/SavedViewsView.tsx"
import { command } from "../command.ts"
import { addWords } from "../pageWords.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, usePageUrl, useReading } from "../usePage.ts"
import { SavedViewEditorPage } from "./SavedViewEditorPage.tsx"

addWords(savedViewWords)

const logic = ({ reading, operation }: Tools) =>
  savedViewsMachine.provide({
    actors: {
      views: reading(readSavedViews),
      command: command<"delete">({
        delete: operation(
          deleteSavedView,
          { success: "savedViews.deleted", failure: "savedViews.notDeleted" },
          ({ view }: SavedView) => view.name,
        ),
      }),
    },
  })

const ListPage = () => {
  const page = usePage(logic)
  return (
    <SavedViewsView
      page={page}
      url={page.url}
      views={useReading<ReadonlyArray<SavedView>>(page.actor, "views")}
      command={useCommand(page.actor)}
    />
  )
}

/** `/report?tab=saved`: the saved views of reports, or the one that is written. */
export const SavedViewsPage = () => {
  const { search } = usePageUrl()
  return search["new"] === undefined && search["edit"] === undefined ? <ListPage /> : <SavedViewEditorPage />
}
