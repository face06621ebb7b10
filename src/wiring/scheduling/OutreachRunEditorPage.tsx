import { Effect } from "effect"
import { openOutreachRun, previewOutreachRun, readOutreachRun, saveOutreachRun } from "#effects/OutreachRuns.ts"
import { outreachRunEditorMachine } from "#machines/scheduling/outreachRunEditor.machine.ts"
import type { Search } from "#machines/session/page.ts"
import { notFound } from "#schemas/problem.ts"
import type { OutreachRun, PlannedDate } from "#schemas/scheduling/outreachRun.ts"
import { checkOutreachRun, outreachRunValues, type OutreachRunValues } from "#schemas/scheduling/outreachRunForm.ts"
import { OutreachRunEditorView } from "#views/scheduling/OutreachRunEditorView.tsx"
import { addressOf, leaveTo } from "../leaving.ts"
import { usePerson } from "../person.ts"
import { productMinute } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { useForm, usePage, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"

/** What someone else saved first; a new run is not found, for it has no public id yet. */
const theirs = ({ hashedId }: OutreachRunValues) =>
  hashedId === null
    ? Effect.fail(notFound())
    : Effect.map(readOutreachRun({ hashedId }), ({ data }) => outreachRunValues(data))

const logic = ({ operation, reading, form, companyZone }: Tools) =>
  outreachRunEditorMachine.provide({
    actors: {
      open: operation(({ edit }: Search) => {
        const timezone = companyZone()
        const day = new Intl.DateTimeFormat("sv", { timeZone: timezone, dateStyle: "short" })
        return openOutreachRun(edit, { today: day.format(productMinute.read()), timezone })
      }),
      form: form({
        validate: checkOutreachRun,
        submit: saveOutreachRun,
        theirs,
        words: { success: "runs.saved", failure: "runs.notSaved" },
        nameOf: ({ name }) => name,
      }),
      preview: reading(previewOutreachRun),
    },
    actions: {
      showSaved: ({ event }) => {
        const { output } = event as unknown as { readonly output: { readonly value: OutreachRun | null } }
        leaveTo(addressOf("/scheduler", { view: "runs", id: output.value?.hashedId ?? null }))
      },
    },
  })

/** `/scheduler?view=runs&new` and `&edit=…`: the editor of an outreach run. */
export const OutreachRunEditorPage = () => {
  const page = usePage(logic)
  useThingTitle(page.url.search["edit"] === undefined ? undefined : page.snapshot.context.opened?.values.name)
  return (
    <OutreachRunEditorView
      page={page}
      url={page.url}
      rights={usePerson()}
      form={useForm(page.actor, "form")}
      preview={useReading<ReadonlyArray<PlannedDate>>(page.actor, "preview")}
    />
  )
}
