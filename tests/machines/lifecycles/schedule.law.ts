import type { NounLaw } from "./law.ts"

/** A schedule can be changed at any time; of its changes only the last can be undone, and only once. */
export const scheduleLaw: NounLaw = {
  table: `
    event                | by                        | empty   | changed | undone
    ScheduleSaved        | Scheduler.SaveScheduler   | changed | changed | changed
    SlotsReplicated      | Scheduler.Replicate       | changed | changed | changed
    ScheduleChangeUndone | Scheduler.UndoScheduler   | .       | undone  | .
    ScheduleCleared      | Scheduler.DeleteScheduler | .       | empty   | empty`,
  callers: {
    "Scheduler.SaveScheduler": { groups: [[11]] },
    "Scheduler.Replicate": { groups: [[11]] },
    "Scheduler.UndoScheduler": { groups: [[11]] },
    "Scheduler.DeleteScheduler": { groups: [[11], [17]] },
  },
}
