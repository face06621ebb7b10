import { isOutdated, type CommandInput, type CommandOutput } from "#machines/session/command.machine.ts"
import { idIn, type Search } from "#machines/session/page.ts"
import type { KeptSection, Replicate, ReplicateMode, ScheduleDetails } from "#schemas/scheduling/schedule.ts"
import type { ScheduleValues } from "#schemas/scheduling/scheduleDraft.ts"
import type { ApptSection, Plan } from "#schemas/scheduling/slot.ts"

/** What is done to a schedule besides saving it. */
export type ScheduleVerb = "replicate" | "undo" | "clear"

/** What a deed is done to: the version of a schedule that was seen, and what is copied where it is that. */
export type ScheduleSubject = {
  readonly hashedId: string
  readonly version: number
  readonly name: string
  readonly replicate: Replicate | null
}

/** An appointment section as the page has it: what is drafted of it, and how its slots are replicated. */
export type AppointmentSection = KeptSection & {
  /** The specification's number of the section and the location it belongs to. */
  readonly id: number
  readonly locationId: number
  readonly replicate: ReplicateMode | null
}

/** What the page's chart holds. */
export type SchedulerContext = {
  readonly search: Search
  /** What is written in the search of the locations. */
  readonly searched: string
  /** The first day of the week that is shown; null for the week it is. */
  readonly week: string | null
  /** The day that a narrow screen shows; null for the first. */
  readonly day: number | null
  /** The schedule as the draft began with it; null until it is read. */
  readonly read: ScheduleDetails | null
  /** What the draft holds. */
  readonly values: ScheduleValues | null
  readonly sections: ReadonlyArray<AppointmentSection>
  /** The section whose slots are painted. */
  readonly edited: ApptSection
  /** The slots that are chosen, by day and time. */
  readonly selected: ReadonlyArray<string>
  readonly plans: Readonly<Partial<Record<ApptSection, Plan>>>
  /** What would be copied, and all of the week that could be. */
  readonly replicate: { readonly asked: Replicate; readonly week: Replicate["week"] } | null
  readonly last: CommandOutput<ScheduleVerb, ScheduleSubject> | null
  /** The draft is saved, and stands only until the schedule is read again. */
  readonly isSaved: boolean
}

/** What the form of a schedule opens with. */
export const valuesOf = ({ hashedId, version, sections }: ScheduleDetails): ScheduleValues => ({
  hashedId,
  streamVersion: version,
  sections,
  strokes: [],
})

/** Whether anything is drafted that is not saved. */
export const isDrafted = ({ read, values }: Pick<SchedulerContext, "read" | "values">): boolean =>
  read !== null &&
  values !== null &&
  (values.strokes.length > 0 || JSON.stringify(values.sections) !== JSON.stringify(read.sections))

/** The sections with their drafted values. */
export const sectionsOf = ({
  read,
  values,
  replicate,
}: Pick<SchedulerContext, "read" | "values" | "replicate">): ReadonlyArray<AppointmentSection> =>
  (values?.sections ?? []).map((section) => ({
    ...section,
    id: section.apptSection,
    locationId: read?.locationId ?? 0,
    replicate: replicate?.asked.apptSection === section.apptSection ? replicate.asked.mode : null,
  }))

/** What the list is asked for by what is written in its search. */
export const listParams = ({ searched }: SchedulerContext) => (searched === "" ? {} : { search: searched })

/** Which schedule and week are asked for; null while no location is chosen. */
export const weekParams = ({ search, week }: SchedulerContext) => {
  const hashedId = idIn(search)
  return hashedId === null ? null : { hashedId, week }
}

/** What a reading of the schedule says; null while it says nothing, or of another location than the address names. */
export const scheduleIn = (event: unknown, search: Search): ScheduleDetails | null => {
  const { snapshot } = event as { readonly snapshot: { readonly context: { readonly data: ScheduleDetails | null } } }
  const { data } = snapshot.context
  return data?.hashedId === idIn(search) ? data : null
}

/** Whether a schedule was read that the draft does not begin with: another one, or a later version while nothing is drafted. */
export const beginsAnew = (context: SchedulerContext, schedule: ScheduleDetails | null): boolean =>
  schedule !== null &&
  (schedule.hashedId !== context.read?.hashedId ||
    (schedule.version > (context.read?.version ?? 0) && (context.isSaved || !isDrafted(context))))

/** Which version of which schedule a deed is decided on. */
export const seenIn = ({ hashedId, version }: ScheduleSubject) => ({ id: hashedId, version })

/** The command of a deed; clearing a schedule asks first. */
export const commandOf = (
  verb: ScheduleVerb,
  subject: ScheduleSubject,
): CommandInput<ScheduleVerb, ScheduleSubject> => ({
  ...{ verb, subject, seen: seenIn(subject) },
  ...(verb === "clear"
    ? {
        question: {
          title: "scheduler.clear.title",
          text: [{ word: "scheduler.clear.text", values: { name: subject.name } }],
          confirm: "scheduler.clear",
          cancel: "part.cancel",
          isDestructive: true,
        },
      }
    : {}),
})

/** Whether a deed can be done now: nothing is drafted, and the schedule is shown as the last deed left it. */
export const mayAct = (context: SchedulerContext, subject: ScheduleSubject): boolean =>
  !isDrafted(context) && !isOutdated(context.last, seenIn(subject))
