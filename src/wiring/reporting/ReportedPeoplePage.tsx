import { readReportedCampaigns, readReportedPeople } from "#effects/Reports.ts"
import { readReportChoices } from "#effects/ReportChoices.ts"
import { reportedPeopleMachine } from "#machines/reporting/reportedPeople.machine.ts"
import { reasonWords } from "#schemas/outreach/reasonWords.ts"
import { recipientWords } from "#schemas/outreach/recipientWords.ts"
import { answerWords } from "#schemas/people/answerWords.ts"
import type { ReportedCampaign } from "#schemas/reporting/report.ts"
import type { ReportedPerson } from "#schemas/reporting/reportedPeople.ts"
import type { ReportChoices } from "#schemas/reporting/reportChoices.ts"
import { reportFilterWords } from "#schemas/reporting/reportFilterWords.ts"
import { reportedPeopleWords } from "#schemas/reporting/reportedPeopleWords.ts"
import { ReportedPeopleView } from "#views/reporting/ReportedPeopleView.tsx"
import { hearing } from "../outreach/hearing.tsx"
import { conversing } from "../people/conversing.tsx"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import type { Tools } from "../tools.ts"
import { usePage, useReading } from "../usePage.ts"

addWords(answerWords, reasonWords, recipientWords, reportedPeopleWords, reportFilterWords)

const logic = ({ listReading, reading }: Tools) =>
  reportedPeopleMachine.provide({
    actors: {
      people: listReading(readReportedPeople),
      campaigns: reading(readReportedCampaigns),
      choices: reading(readReportChoices),
    },
  })

/** The people behind a number of the report. */
export const ReportedPeoplePage = () => {
  const page = usePage(logic)
  return (
    <ReportedPeopleView
      url={page.url}
      rights={usePerson()}
      people={useReading<ReadonlyArray<ReportedPerson>>(page.actor, "people")}
      campaigns={useReading<ReadonlyArray<ReportedCampaign>>(page.actor, "campaigns")}
      choices={useReading<ReportChoices>(page.actor, "choices")}
      look={hearing(page.url) ?? conversing(page.url)}
    />
  )
}
