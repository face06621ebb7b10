import "#views/scheduling/scheduler.css"
import { Effect } from "effect"
import { useEffect } from "react"
import {
  clearSchedule,
  previewReplicate,
  readSchedule,
  readSchedulers,
  replicateSlots,
  saveSchedule,
  undoSchedule,
} from "#effects/Schedules.ts"
import { schedulerMachine } from "#machines/scheduling/scheduler.machine.ts"
import { valuesOf, type ScheduleSubject, type ScheduleVerb } from "#machines/scheduling/schedulerDraft.ts"
import { addDays, weekdayOf } from "#schemas/calendar.ts"
import {
  SaveSchedule,
  type ReplicatePreview,
  type ScheduleDetails,
  type ScheduleSummary,
} from "#schemas/scheduling/schedule.ts"
import { stageWords } from "#schemas/scheduling/stageWords.ts"
import { schedulerWords } from "#schemas/scheduling/schedulerWords.ts"
import { bodyOf, type ScheduleValues } from "#schemas/scheduling/scheduleDraft.ts"
import { validatorOf } from "#schemas/validate.ts"
import { workingCompany } from "#schemas/session/outcome.ts"
import { SchedulerView } from "#views/scheduling/SchedulerView.tsx"
import { chunk } from "../chunks.ts"
import { command } from "../command.ts"
import { lazyPart } from "../LazyPart.tsx"
import { usePerson } from "../person.ts"
import { addWords } from "../pageWords.ts"
import { onNewDay, productNow } from "../productClock.ts"
import type { Tools } from "../tools.ts"
import { useCommand, useForm, usePage, useReading, usePageUrl } from "../usePage.ts"
import { LocationMap } from "./LazyLocationMap.tsx"
import { StagesPage } from "./StagesPage.tsx"
import { useThingTitle } from "../windowTitle.ts"

type Week = { readonly hashedId: string; readonly week: string | null }

/** The first day of the week that it is in a zone. */
const thisWeek = (zone: string, now: number): string => {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(now)
  return addDays(today, -weekdayOf(today))
}

addWords(schedulerWords, stageWords)

const validate = validatorOf(SaveSchedule)
const nameOf = ({ name }: ScheduleSubject): string => name

const logic = ({ operation, reading, listReading, form, companyZone }: Tools) => {
  const readWeek = ({ hashedId, week }: Week) =>
    Effect.flatMap(productNow, (now) => {
      const startDate = week ?? thisWeek(companyZone(), now)
      return readSchedule({ hashedId, startDate, endDate: addDays(startDate, 6) })
    })
  return schedulerMachine.provide({
    actors: {
      schedulers: listReading(readSchedulers),
      schedule: reading(readWeek),
      preview: reading(previewReplicate),
      form: form<ScheduleValues, unknown, never>({
        validate: (values) => validate(bodyOf(values)),
        submit: (values, commandId) => saveSchedule(bodyOf(values), values.streamVersion, commandId) as never,
        theirs: ({ hashedId }) => Effect.map(readWeek({ hashedId, week: null }), ({ data }) => valuesOf(data)) as never,
        words: { success: "scheduler.saved", failure: "scheduler.notSaved" },
      }),
      command: command<ScheduleVerb>({
        replicate: operation(
          replicateSlots as never,
          { success: "scheduler.replicated", failure: "scheduler.notReplicated" },
          nameOf,
        ),
        undo: operation(undoSchedule, { success: "scheduler.undone", failure: "scheduler.notSaved" }, nameOf),
        clear: operation(clearSchedule, { success: "scheduler.cleared", failure: "scheduler.notSaved" }, nameOf),
      }),
    },
  })
}

/** `/scheduler`: the locations, and when one of them offers appointments. */
const SchedulesPage = () => {
  const page = usePage(logic)
  const person = usePerson()
  const { send } = page
  const { timezone } = workingCompany(person)
  // Where no week was chosen, it is today's that is shown.
  useEffect(() => onNewDay(timezone, () => send({ type: "feed.changed", thing: "schedule", id: "" })), [timezone, send])
  const schedule = useReading<ScheduleDetails>(page.actor, "schedule")
  useThingTitle(schedule.snapshot.context.data?.name)
  return (
    <SchedulerView
      page={page}
      url={page.url}
      person={person}
      schedulers={useReading<ReadonlyArray<ScheduleSummary>>(page.actor, "schedulers")}
      schedule={schedule}
      preview={useReading<ReplicatePreview>(page.actor, "preview")}
      form={useForm(page.actor, "form")}
      command={useCommand(page.actor)}
      map={<LocationMap />}
    />
  )
}

/** Outreach runs come with the campaigns' code, which few of those who plan visits need. */
const OutreachRunsPage = lazyPart(
  chunk(() => import("./OutreachRunsPage.tsx").then((page) => page.OutreachRunsPage)),
  { within: true },
)

/** `/scheduler`: schedules, or the view that the address asks for. */
export const SchedulerPage = () => {
  const { search } = usePageUrl()
  if (search["view"] === "runs") return <OutreachRunsPage />
  return search["view"] === "stages" ? <StagesPage /> : <SchedulesPage />
}
