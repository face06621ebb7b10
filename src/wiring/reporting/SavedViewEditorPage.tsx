import { Effect } from "effect"
import { openSavedView, saveSavedView } from "#effects/SavedViews.ts"
import { savedViewEditorMachine } from "#machines/reporting/savedViewEditor.machine.ts"
import { notFound } from "#schemas/problem.ts"
import { checkSavedView, type SavedViewValues } from "#schemas/reporting/savedViewForm.ts"
import { workingCompany } from "#schemas/session/outcome.ts"
import { SavedViewEditorView } from "#views/reporting/SavedViewEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

/** What someone else saved first; a new view is not found, for it has no public id yet. */
const theirs = ({ hashedId }: SavedViewValues) =>
  hashedId === null ? Effect.fail(notFound()) : openSavedView({ edit: hashedId })

const logic = ({ operation, form }: Tools) =>
  savedViewEditorMachine.provide({
    actors: {
      open: operation(openSavedView),
      form: form({
        validate: checkSavedView,
        submit: saveSavedView,
        theirs,
        words: { success: "savedViews.saved", failure: "savedViews.notSaved" },
        nameOf: ({ name }) => name,
      }),
    },
    actions: { showSaved: () => leaveTo(addressOf("/report", { tab: "saved" })) },
  })

/** `/report?tab=saved&new` and `&edit=…`: the form of a saved view. */
export const SavedViewEditorPage = () => {
  const page = usePage(logic)
  useThingTitle(page.url.search["edit"] === undefined ? undefined : page.snapshot.context.opened?.name)
  return (
    <SavedViewEditorView page={page} form={useForm(page.actor, "form")} zone={workingCompany(usePerson()).timezone} />
  )
}
