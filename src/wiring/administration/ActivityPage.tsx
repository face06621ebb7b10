import "#views/administration/activity.css"
import { readActivity } from "#effects/Activity.ts"
import { activityMachine } from "#machines/administration/activity.machine.ts"
import type { ActivityEntry } from "#schemas/administration/activity.ts"
import { ActivityView } from "#views/administration/ActivityView.tsx"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"
import type { ReactNode } from "react"

const logic = ({ listReading }: Tools) => activityMachine.provide({ actors: { entries: listReading(readActivity) } })

/** The log of what people did, as a part of `/global` and of `/report`. */
export const ActivityPage = ({ tabs }: { readonly tabs?: ReactNode }) => {
  const page = usePage(logic)
  return (
    <ActivityView
      url={page.url}
      rights={usePerson()}
      entries={useReading<ReadonlyArray<ActivityEntry>>(page.actor, "entries")}
      tabs={tabs}
    />
  )
}
