import "#views/scheduling/scheduler.css"
import "#views/scheduling/outreachRuns.css"
import { saysTheSame } from "#effects/commandKeys.ts"
import { changeOutreachRun, readOutreachCalendar, readOutreachRun, skipOccurrence } from "#effects/OutreachRuns.ts"
import { outreachRunsMachine, type RunVerb } from "#machines/scheduling/outreachRuns.machine.ts"
import { weeksOf } from "#schemas/calendar.ts"
import type { OutreachCalendar, OutreachRunDetail, RunSubject } from "#schemas/scheduling/outreachRun.ts"
import { notOfferedWords } from "#schemas/outreach/notOfferedWords.ts"
import { outreachRunWords } from "#schemas/scheduling/outreachRunWords.ts"
import { stageWords } from "#schemas/scheduling/stageWords.ts"
import type { SharedWordId } from "#schemas/sharedWords.ts"
import { focusOnMount } from "#views/parts/focusOnMount.ts"
import { HeadingSlot } from "#views/parts/Page.tsx"
import { OutreachRunsView } from "#views/scheduling/OutreachRunsView.tsx"
import { command, isOpen } from "../command.ts"
import { currentPathWith, leaveTo } from "../leaving.ts"
import { addWords } from "../pageWords.ts"
import { usePerson } from "../person.ts"
import { productMinute } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { useCommand, usePage, usePageUrl, useReading } from "../usePage.ts"
import { useThingTitle } from "../windowTitle.ts"
import { OutreachRunEditorPage } from "./OutreachRunEditorPage.tsx"

addWords(notOfferedWords, outreachRunWords, stageWords)

/** All days of the weeks that a month touches. */
const spanOf = (month: string) => {
  const days = weeksOf(`${month}-01`).flat()
  return { from: days[0] ?? "", to: days.at(-1) ?? "" }
}

const logic = ({ operation, reading, companyZone }: Tools) => {
  const thisMonth = (): string =>
    new Intl.DateTimeFormat("sv", { timeZone: companyZone(), dateStyle: "short" })
      .format(productMinute.read())
      .slice(0, 7)
  const done = (send: ReturnType<typeof changeOutreachRun>, success: SharedWordId) =>
    operation(
      send,
      { success, failure: "runs.notSaved" },
      ({ run }: RunSubject) => run.run.name,
      // What is pressed again after a lost answer is another object that says the same.
      saysTheSame,
    )
  return outreachRunsMachine.provide({
    actors: {
      calendar: reading(({ month }: { readonly month: string | null }) =>
        readOutreachCalendar(spanOf(month ?? thisMonth())),
      ),
      run: reading(readOutreachRun),
      command: command<RunVerb>({
        pause: done(changeOutreachRun("pause"), "runs.paused"),
        resume: done(changeOutreachRun("resume"), "runs.resumed"),
        end: done(changeOutreachRun("end"), "runs.ended"),
        delete: done(changeOutreachRun("delete"), "runs.deleted"),
        skip: done(skipOccurrence(true), "runs.skipped"),
        unskip: done(skipOccurrence(false), "runs.unskipped"),
      }),
    },
    actions: {
      goToList: ({ context, event }) => {
        if (isOpen(event, context.search, ({ run }: RunSubject) => run.hashedId))
          leaveTo(currentPathWith({ ...context.search, id: null }))
      },
    },
  })
}

const RunsPage = () => {
  const page = usePage(logic)
  const run = useReading<OutreachRunDetail>(page.actor, "run")
  useThingTitle(run.snapshot.context.data?.run.name)
  return (
    <OutreachRunsView
      page={page}
      url={page.url}
      person={usePerson()}
      calendar={useReading<OutreachCalendar>(page.actor, "calendar")}
      run={run}
      command={useCommand(page.actor)}
    />
  )
}

/** `/scheduler?view=runs`: the outreach runs, one of them, or the editor when the address asks for it. */
export const OutreachRunsPage = () => {
  const { search } = usePageUrl()
  if (search["new"] === undefined && search["edit"] === undefined) return <RunsPage />
  return (
    <HeadingSlot value={focusOnMount}>
      <OutreachRunEditorPage key={search["edit"] ?? "new"} />
    </HeadingSlot>
  )
}
