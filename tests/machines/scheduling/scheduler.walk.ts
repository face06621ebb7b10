import { schedulerMachine } from "#machines/scheduling/scheduler.machine.ts"
import { valuesOf, type SchedulerContext, type ScheduleSubject } from "#machines/scheduling/schedulerDraft.ts"
import type { ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import type { Stroke } from "#schemas/scheduling/scheduleDraft.ts"
import { problem } from "#schemas/problem.ts"
import type { ChartWalk } from "#tests/paths/walk.ts"
import { replicate, sampleSchedule, slotAt } from "#tests/support/scheduleSamples.ts"
import { ended, isOfItsCommand, verbUnderWay } from "../session/command.walk.ts"
import { formShows, leftForm } from "../session/form.walk.ts"

/** What the page's chart hears when a schedule was read. */
export const scheduleShows = (data: ScheduleDetails | null) => ({
  type: "xstate.snapshot.schedule",
  snapshot: { context: { data } },
})

const search = { id: sampleSchedule.hashedId }
const begin = { machine: schedulerMachine, input: { search } }

/** A stroke that adds a slot on the Wednesday. */
export const sampleStroke: Stroke = [
  {
    ...{ apptSection: 1, date: "2026-11-25", before: [slotAt("09:00", "09:30")] },
    slots: [slotAt("09:00", "09:30"), slotAt("09:30", "10:00")],
  },
]

/** The schedule after someone else changed it. */
export const laterSchedule: ScheduleDetails = { ...sampleSchedule, version: sampleSchedule.version + 1 }

const values = valuesOf(sampleSchedule)
const turned = values.sections.map((section) => ({ ...section, switchValue: !section.switchValue }))
const drafted = { ...values, strokes: [sampleStroke] }

const keyOf = ({
  search: at,
  read,
  values: held,
  sections,
  isSaved,
  edited,
  selected,
  replicate: copy,
}: SchedulerContext) => [
  at,
  read?.hashedId,
  read?.version,
  held?.strokes.length,
  sections.map(({ switchValue }) => switchValue),
  isSaved,
  edited,
  selected.length,
  copy?.asked.existing,
]

/** The draft: read, changed, saved, let go and left. */
export const schedulerDraftWalk: ChartWalk = {
  ...begin,
  events: [
    scheduleShows(sampleSchedule),
    scheduleShows(laterSchedule),
    formShows(values),
    formShows({ ...values, sections: turned }),
    formShows(drafted),
    { type: "switch.pressed", apptSection: 1 },
    { type: "stroke.undone" },
    { type: "url.changed", search },
    { type: "url.changed", search: {} },
    { type: "feed.changed", thing: "schedule", id: "4" },
    { type: "feed.changed", thing: "template", id: "43" },
  ],
  outcomes: {
    form: [
      { output: { discarded: false, left: null, value: { version: 4 } } },
      { output: { discarded: true, left: null, value: null } },
      leftForm,
    ],
  },
  key: ({ context }) => keyOf(context as SchedulerContext),
}

/** The hand: turns to sections and weeks, paints, chooses. */
export const schedulerHandWalk: ChartWalk = {
  ...begin,
  events: [
    scheduleShows(sampleSchedule),
    { type: "paint.began" },
    { type: "paint.dropped" },
    { type: "slots.edited", stroke: sampleStroke, selected: ["2026-11-25 09:30"] },
    { type: "slots.selected", selected: [] },
    { type: "section.chosen", apptSection: 1 },
    { type: "section.chosen", apptSection: 2 },
    { type: "section.chosen", apptSection: 3 },
    { type: "search.changed", search: "mid" },
    { type: "week.changed", week: "2026-11-29" },
    { type: "day.chosen", day: 2 },
  ],
  key: ({ context }) => keyOf(context as SchedulerContext),
}

const asked = { ...replicate, hashedId: sampleSchedule.hashedId }

/** What is open next to the grid. */
export const schedulerSideWalk: ChartWalk = {
  ...begin,
  events: [
    scheduleShows(sampleSchedule),
    { type: "settings.opened", apptSection: 1 },
    { type: "review.opened" },
    { type: "replicate.opened", asked, week: asked.week },
    { type: "replicate.changed", asked: { ...asked, existing: "replace" } },
    { type: "side.closed" },
    {
      type: "plan.changed",
      apptSection: 1,
      plan: { from: "08:00", to: "12:00", minutes: 20, capacity: 4, overbook: 0, bufferBefore: 0, bufferAfter: 0 },
    },
  ],
  key: ({ context }) => keyOf(context as SchedulerContext),
}

/** What a deed is done to. */
export const sampleSubject: ScheduleSubject = {
  ...{ hashedId: sampleSchedule.hashedId, version: sampleSchedule.version, name: sampleSchedule.name },
  replicate: null,
}
const seen = { id: sampleSubject.hashedId, version: sampleSubject.version }
const changedMeanwhile = problem("StaleVersion", "Someone changed this first. Look again and retry.")

/** What is done to a schedule besides saving it. */
export const schedulerDeedWalk: ChartWalk = {
  ...begin,
  events: [
    scheduleShows(sampleSchedule),
    formShows(drafted),
    { type: "replicate.pressed", subject: { ...sampleSubject, replicate: asked } },
    { type: "undo.pressed", subject: sampleSubject },
    { type: "clear.pressed", subject: sampleSubject },
  ],
  outcomes: {
    command: [
      ...(["replicate", "undo", "clear"] as const).flatMap((verb) => [
        ended({ verb, subject: sampleSubject, outcome: "done", seen }),
        ended({ verb, subject: sampleSubject, outcome: "refused", problem: changedMeanwhile, seen }),
      ]),
      ended({ verb: "clear", subject: sampleSubject, outcome: "cancelled", seen }),
    ],
  },
  allows: isOfItsCommand,
  key: (snapshot) => [
    ...keyOf(snapshot.context as SchedulerContext),
    (snapshot.context as SchedulerContext).last?.outcome,
    verbUnderWay(snapshot),
  ],
}
