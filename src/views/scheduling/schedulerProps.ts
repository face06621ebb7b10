import type { ReactNode } from "react"
import type { SchedulerEvent, SchedulerSnapshot } from "#machines/scheduling/scheduler.machine.ts"
import type { ReplicatePreview, ScheduleDetails, ScheduleSummary } from "#schemas/scheduling/schedule.ts"
import type { SignedInPerson } from "#schemas/session/outcome.ts"
import type { SeenCommand } from "#views/parts/Confirmation.tsx"
import type { SeenForm } from "#views/parts/Form.tsx"
import type { SeenReading } from "#views/parts/Reading.tsx"
import type { PageUrl, Seen } from "#views/parts/Seen.ts"

/** What the page is given. */
export type SchedulerProps = {
  readonly page: Seen<SchedulerSnapshot, SchedulerEvent>
  readonly url: PageUrl
  readonly person: SignedInPerson
  readonly schedulers: SeenReading<ReadonlyArray<ScheduleSummary>>
  readonly schedule: SeenReading<ScheduleDetails>
  readonly preview: SeenReading<ReplicatePreview>
  readonly form: SeenForm | undefined
  readonly command: SeenCommand | undefined
  /** The map of the locations; drawn only where it is shown. */
  readonly map: ReactNode
}

/** What a deed is done to: the schedule as it is shown. */
export const subjectOf = ({ hashedId, version, name }: ScheduleDetails) => ({
  ...{ hashedId, version, name },
  replicate: null,
})
