import { CampaignId, PatientId, SenderId, TemplateId, type CompanyId } from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import type { KeptSection } from "#schemas/scheduling/schedule.ts"
import { StageId, type StageDraft } from "#schemas/scheduling/stage.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { playCommands, type StreamRows } from "#server/demo/streams.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import type { AppointmentCommand } from "#server/scheduling/appointments/appointment.decider.ts"
import { stagesStream } from "#server/scheduling/stages/stages.commands.ts"
import { scheduleStream } from "#server/scheduling/schedules/schedule.commands.ts"
import { appointmentTextsStream } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import type { By } from "./goldenSetUp.ts"

const locationId = LocationId.make(1)

const section = (apptSection: 1 | 2 | 3, name: string): KeptSection => ({
  ...{ apptSection, name, switchValue: apptSection === 1 },
  ...{ startDate: "2026-01-05", endDate: "2026-06-30", days: [1, 2, 3] },
})
const sections = [section(1, "Morning"), section(2, "Afternoon"), section(3, "Evening")]
const stage = (id: number | null, name: string): StageDraft => ({
  stageId: id === null ? null : StageId.make(id),
  ...{ name, minDays: 7, maxDays: id, isActive: id !== 2 },
})
const counted = { days: 3, adds: 12, keeps: 2, changes: 1, removes: 4, affected: 1, leftOut: 1 }

const timesAt = (slotId: number, date: string) => ({
  ...({ slotId: SlotId.make(slotId), apptSection: 1, date, start: "09:00", end: "09:30" } as const),
  zone: "America/Los_Angeles",
  startsAt: `${date}T17:00:00.000Z`,
  endsAt: `${date}T17:30:00.000Z`,
})

type Asked = AppointmentCommand extends infer Command ? (Command extends unknown ? Omit<Command, "now"> : never) : never

/** A schedule, stages, texts about appointments, and appointments with each of their events, for the corpus of a release. */
export const playScheduling = (
  companyId: CompanyId,
  by: By,
  at: (minutes: number) => number,
): ReadonlyArray<StreamRows> => {
  const visit = (id: number, ...steps: ReadonlyArray<readonly [minutes: number, asked: Asked]>): StreamRows =>
    playCommands(
      appointmentStream,
      companyId,
      id,
      steps.map(([minutes, asked]) => by(minutes, { ...asked, now: at(minutes) } as AppointmentCommand)),
    )
  const hold = (id: number): Asked => ({
    _tag: "HoldSlot",
    ...{ appointmentId: AppointmentId.make(id), patientId: PatientId.make(id), locationId, isOverbooked: id === 2 },
    ...(id === 3 ? { stageId: StageId.make(1) } : {}),
    ...{ times: timesAt(id, "2026-01-05"), source: "staff" },
  })
  return [
    playCommands(scheduleStream, companyId, 1, [
      by(30, { _tag: "SaveSchedule", locationId, sections, counted }),
      by(31, {
        _tag: "ReplicateSlots",
        locationId,
        asked: { apptSection: 1, mode: "Range", existing: "replace" },
        ...{ startDate: "2026-01-12", endDate: "2026-03-31", weekdays: [1, 2], counted },
      }),
      by(32, { _tag: "UndoChange", sections, counted }),
      by(33, { _tag: "ClearSchedule", removes: 9 }),
    ]),
    playCommands(stagesStream, companyId, companyId, [
      by(34, { _tag: "SaveStages", stages: [stage(null, "First visit"), stage(null, "Follow-up")] }),
      by(35, { _tag: "SaveStages", stages: [stage(1, "First visit"), stage(2, "Check-up")] }),
    ]),
    playCommands(appointmentTextsStream, companyId, 1, [
      by(36, {
        _tag: "SaveTexts",
        facts: {
          ...{ senderId: SenderId.make(3), kinds: ["reminder"], reminders: [{ amount: 1, unit: "days" }] },
          campaigns: [{ kind: "reminder", campaignId: CampaignId.make(3), templateId: TemplateId.make(1) }],
        },
      }),
    ]),
    visit(
      1,
      [40, hold(1)],
      [41, { _tag: "ExtendHold" }],
      [42, { _tag: "BookAppointment" }],
      [43, { _tag: "ConfirmAppointment" }],
      [
        44,
        {
          _tag: "Reschedule",
          locationId,
          times: timesAt(3, "2026-01-06"),
          isOverbooked: true,
          swappedWith: AppointmentId.make(3),
        },
      ],
      [45, { _tag: "KeepWallTime", startsAt: "2026-01-06T15:00:00.000Z", endsAt: "2026-01-06T15:30:00.000Z" }],
      [2_000, { _tag: "MarkArrived" }],
      [2_001, { _tag: "MarkFulfilled" }],
    ),
    visit(2, [50, hold(2)], [51, { _tag: "ReleaseHold" }]),
    visit(3, [52, hold(3)], [53, { _tag: "BookAppointment" }], [57, { _tag: "MarkMissed" }]),
    visit(4, [54, hold(4)], [55, { _tag: "BookAppointment" }], [56, { _tag: "CancelAppointment", reason: "clinic" }]),
  ]
}
