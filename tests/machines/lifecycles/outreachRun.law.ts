import type { NounLaw } from "./law.ts"

/** A run can be stopped whenever it may still send; its dates are decided by the server alone, and only while it is active. */
export const outreachRunLaw: NounLaw = {
  table: `
    event               | by                               | reserved | active  | paused  | ended   | deleted
    OutreachRunCreated  | Scheduler.SaveOutreachRun        | active   | .       | .       | .       | .
    OutreachRunRevised  | Scheduler.SaveOutreachRun        | .        | active  | paused  | active  | .
    OutreachRunPaused   | Scheduler.ChangeOutreachRunState | .        | paused  | .       | .       | .
    OutreachRunResumed  | Scheduler.ChangeOutreachRunState | .        | .       | active  | .       | .
    OutreachRunEnded    | Scheduler.ChangeOutreachRunState | .        | ended   | ended   | .       | .
    OutreachRunDeleted  | Scheduler.ChangeOutreachRunState | .        | deleted | deleted | deleted | .
    OccurrenceSkipped   | Scheduler.SkipOccurrence         | .        | active  | .       | .       | .
    OccurrenceUnskipped | Scheduler.SkipOccurrence         | .        | active  | .       | .       | .
    OccurrenceLaunched  | server                           | .        | active  | .       | .       | .
    OccurrenceFailed    | server                           | .        | active  | .       | .       | .
    OccurrenceMissed    | server                           | .        | active  | .       | .       | .`,
  callers: {
    "Scheduler.SaveOutreachRun": { groups: [[11], [3], [17]] },
    "Scheduler.ChangeOutreachRunState": { groups: [[11], [3], [17]] },
    "Scheduler.SkipOccurrence": { groups: [[11], [3], [17]] },
  },
}
