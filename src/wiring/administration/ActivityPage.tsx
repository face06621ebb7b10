import "#views/administration/activity.css"
import { checkLog, downloadActivity, readActivity, readActivityPeople } from "#effects/Activity.ts"
import { activityMachine } from "#machines/administration/activity.machine.ts"
import type { ActivityEntry, ActivityPerson, LogProof } from "#schemas/administration/activity.ts"
import { activitySentences } from "#schemas/administration/activitySentences.ts"
import { userWords } from "#schemas/administration/userWords.ts"
import { activityWords } from "#schemas/administration/activityWords.ts"
import { companyWords } from "#schemas/administration/companyWords.ts"
import { globalSettingsWords } from "#schemas/administration/globalSettingsWords.ts"
import { ActivityView } from "#views/administration/ActivityView.tsx"
import { exporting } from "../export.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { useExport, usePage, useReading } from "../usePage.ts"
import type { ReactNode } from "react"

addWords(activitySentences, activityWords, companyWords, globalSettingsWords, userWords)

const logic = ({ listReading, operation, reading }: Tools) =>
  activityMachine.provide({
    actors: {
      entries: listReading(readActivity),
      people: reading(readActivityPeople),
      proof: reading(checkLog),
      export: exporting(
        operation(downloadActivity, {
          success: "activity.exported",
          failure: "activity.notExported",
          shownInPlace: "Queued",
        }),
      ),
    },
  })

/** The log of what people did, as a part of `/global` and of `/report`. */
export const ActivityPage = ({ tabs }: { readonly tabs?: ReactNode }) => {
  const page = usePage(logic)
  return (
    <ActivityView
      page={page}
      url={page.url}
      rights={usePerson()}
      entries={useReading<ReadonlyArray<ActivityEntry>>(page.actor, "entries")}
      people={useReading<ReadonlyArray<ActivityPerson>>(page.actor, "people")}
      proof={useReading<LogProof>(page.actor, "proof")}
      file={useExport(page.actor)}
      tabs={tabs}
    />
  )
}
