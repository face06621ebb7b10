import { Effect } from "effect"
import { changeCampaign } from "#effects/Campaigns.ts"
import { readUnclearReplies } from "#effects/People.ts"
import { readDashboard } from "#effects/Reports.ts"
import { dashboardMachine } from "#machines/reporting/dashboard.machine.ts"
import { mayCall } from "#schemas/access.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Dashboard, RunningCampaign } from "#schemas/reporting/report.ts"
import { answerWords } from "#schemas/people/answerWords.ts"
import { dashboardWords } from "#schemas/reporting/dashboardWords.ts"
import { DashboardView } from "#views/reporting/DashboardView.tsx"
import { command } from "../command.ts"
import { helpDoor } from "../doors.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

addWords(answerWords, dashboardWords)

const noReplies = Effect.succeed<{ readonly data: ReadonlyArray<UnclearReply> }>({ data: [] })

const nameOf = ({ name }: RunningCampaign): string => name
const isSame = (left: RunningCampaign, right: RunningCampaign): boolean =>
  left.campaignHashedId === right.campaignHashedId

const logic = ({ operation, reading, person }: Tools) => {
  const failure = "campaign.notChanged"
  const resume = operation(changeCampaign("resume"), { success: "campaign.resumed", failure }, nameOf, isSame)
  return dashboardMachine.provide({
    actors: {
      dashboard: reading(readDashboard),
      // Who may not see replies is not asked to be refused.
      replies: reading(() => {
        const present = person()
        return present !== null && mayCall(present, "Database.GetUnclearReplies") ? readUnclearReplies() : noReplies
      }),
      command: command({
        pause: operation(
          changeCampaign("pause"),
          { success: "campaign.paused", failure, undo: resume },
          nameOf,
          isSame,
        ),
      }),
    },
  })
}

/** `/dashboard` */
export const DashboardPage = () => {
  const page = usePage(logic)
  return (
    <DashboardView
      page={page}
      dashboard={useReading<Dashboard>(page.actor, "dashboard")}
      replies={useReading<ReadonlyArray<UnclearReply>>(page.actor, "replies")}
      rights={usePerson()}
      onHelp={helpDoor.openAt}
    />
  )
}
