import { Result } from "effect"
import { scheduleTable, type ScheduleState } from "#machines/lifecycles/schedule.lifecycle.ts"
import { problem, type Problem } from "#schemas/problem.ts"
import type { ScheduleEvent } from "#schemas/scheduling/events.ts"
import type { LocationId } from "#schemas/scheduling/location.ts"
import type { KeptSection, Replicate, SlotCounts, Weekday } from "#schemas/scheduling/schedule.ts"
import type { Decider } from "#server/decider.ts"

/** A schedule as its decisions need it; without sections until they are saved. */
export type ScheduleFold = { readonly state: ScheduleState; readonly sections: ReadonlyArray<KeptSection> }

/** What a change of slots comes to: how many days it is about, and what it does there. */
type Counted = SlotCounts & { readonly days: number }

/** What may be asked of a schedule; the slots are planned before, and stored with the event. */
export type ScheduleCommand =
  | {
      readonly _tag: "SaveSchedule"
      readonly locationId: LocationId
      readonly sections: ReadonlyArray<KeptSection>
      readonly counted: Counted
    }
  | {
      readonly _tag: "ReplicateSlots"
      readonly locationId: LocationId
      readonly asked: Pick<Replicate, "apptSection" | "mode" | "existing">
      readonly startDate: string
      readonly endDate: string
      readonly weekdays: ReadonlyArray<Weekday>
      readonly counted: Counted
    }
  | { readonly _tag: "UndoChange"; readonly sections: ReadonlyArray<KeptSection>; readonly counted: Counted }
  | { readonly _tag: "ClearSchedule"; readonly removes: number }

const sentences: Readonly<Record<ScheduleState, string>> = {
  empty: "This location has no schedule yet. Save one first.",
  changed: "The last change of this schedule can be undone.",
  undone: "The last change was undone already.",
}

const happen = ({ state }: ScheduleFold, event: ScheduleEvent): Result.Result<ReadonlyArray<ScheduleEvent>, Problem> =>
  scheduleTable.next(state, event._tag) === undefined
    ? Result.fail(problem("NotAllowedNow", sentences[state], { allowed: scheduleTable.allowed(state) }))
    : Result.succeed([event])

const changesNothing = ({ adds, changes, removes }: SlotCounts): boolean => adds + changes + removes === 0

const isSame = (one: ReadonlyArray<KeptSection>, other: ReadonlyArray<KeptSection>): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const decide: Decider<ScheduleFold, ScheduleCommand, ScheduleEvent>["decide"] = (fold, command) => {
  switch (command._tag) {
    case "SaveSchedule": {
      const { locationId, sections, counted } = command
      return changesNothing(counted) && isSame(sections, fold.sections)
        ? Result.succeed([])
        : happen(fold, { _tag: "ScheduleSaved", locationId, sections, ...counted })
    }
    case "ReplicateSlots": {
      const { _tag, asked, counted, ...where } = command
      return changesNothing(counted)
        ? Result.succeed([])
        : happen(fold, { _tag: "SlotsReplicated", ...where, ...asked, ...counted })
    }
    case "UndoChange": {
      const { sections, counted } = command
      return happen(fold, { _tag: "ScheduleChangeUndone", sections, ...counted })
    }
    case "ClearSchedule":
      return happen(fold, { _tag: "ScheduleCleared", removes: command.removes })
  }
}

const off = (section: KeptSection): KeptSection => ({ ...section, switchValue: false })

const sectionsAfter = ({ sections }: ScheduleFold, event: ScheduleEvent): ReadonlyArray<KeptSection> => {
  if ("sections" in event) return event.sections
  return event._tag === "ScheduleCleared" ? sections.map(off) : sections
}

const evolve = (fold: ScheduleFold, event: ScheduleEvent): ScheduleFold => ({
  state: scheduleTable.next(fold.state, event._tag) ?? fold.state,
  sections: sectionsAfter(fold, event),
})

/** Schedules: saved, replicated, the last change taken back, cleared (docs/policy.md#schedules). */
export const scheduleDecider: Decider<ScheduleFold, ScheduleCommand, ScheduleEvent> = {
  initialState: { state: "empty", sections: [] },
  decide,
  evolve,
}
