import fc from "fast-check"
import { Effect } from "effect"
import type { CampaignCommand } from "#server/outreach/campaigns/campaign.decider.ts"
import type { ImportCommand } from "#server/people/imports/import.decider.ts"
import type { CompanyCommand } from "#server/administration/companies/company.decider.ts"
import type { TemplateCommand } from "#server/outreach/templates/template.decider.ts"
import { campaignStream } from "#server/outreach/campaigns/campaign.commands.ts"
import { cardStream } from "#server/administration/cards/card.commands.ts"
import type { CardCommand } from "#server/administration/cards/card.decider.ts"
import { companyStream } from "#server/administration/companies/company.commands.ts"
import { globalSettingsStream } from "#server/administration/globalSettings/globalSettings.commands.ts"
import { handle, systemContext } from "#server/handle.ts"
import { GroupId } from "#schemas/administration/group.ts"
import { invitationStream } from "#server/administration/users/invitation.commands.ts"
import type { InvitationCommand } from "#server/administration/users/invitation.decider.ts"
import { groupStream } from "#server/administration/users/group.commands.ts"
import type { GroupCommand } from "#server/administration/users/group.decider.ts"
import { userStream } from "#server/administration/users/user.commands.ts"
import type { UserCommand } from "#server/administration/users/user.decider.ts"
import { importStream } from "#server/people/imports/import.commands.ts"
import { responseFileStream } from "#server/outreach/responseFiles/responseFile.commands.ts"
import { appointmentStream } from "#server/scheduling/appointments/appointment.commands.ts"
import type { AppointmentCommand } from "#server/scheduling/appointments/appointment.decider.ts"
import { locationStream } from "#server/scheduling/locations/location.commands.ts"
import { appointmentTextsStream } from "#server/scheduling/texts/appointmentTexts.commands.ts"
import { glossaryStream } from "#server/outreach/translations/glossary.commands.ts"
import { stagesStream } from "#server/scheduling/stages/stages.commands.ts"
import { scheduleStream } from "#server/scheduling/schedules/schedule.commands.ts"
import type { ScheduleCommand } from "#server/scheduling/schedules/schedule.decider.ts"
import type { Database } from "#server/store/Database.ts"
import type { EventStore } from "#server/store/EventStore.ts"
import type { Stream } from "#server/store/stream.ts"
import { fluShotCall } from "./callFlows.ts"
import { templateStream } from "#server/outreach/templates/template.commands.ts"
import { usualNoticeChoices } from "#schemas/administration/notice.ts"
import { usualPreferences } from "#schemas/preferences.ts"
import {
  CampaignId,
  CompanyId,
  ImportId,
  InvitationId,
  ListId,
  PatientId,
  SenderId,
  TemplateId,
  UserId,
} from "#schemas/ids.ts"
import { AppointmentId } from "#schemas/scheduling/appointment.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import type { OfferCommand } from "#server/scheduling/waitlist/offer.decider.ts"
import { offerStream } from "#server/scheduling/waitlist/round.commands.ts"
import { waitlistEntryStream } from "#server/scheduling/waitlist/waitlistEntry.commands.ts"
import type { WaitlistEntryCommand } from "#server/scheduling/waitlist/waitlistEntry.decider.ts"
import { glossaryCommands, stageCommands } from "./listCommands.ts"
import { ladderCommands } from "./ladderCommands.ts"
import { multiCampaignStream } from "#server/outreach/multiCampaigns/multiCampaign.commands.ts"
import { runDraft } from "./outreachRunSamples.ts"
import { savedViewCommands } from "./savedViewCommands.ts"
import { savedViewStream } from "#server/reporting/saved/savedView.commands.ts"
import { sections } from "./scheduleSamples.ts"
import { OutreachRunId } from "#schemas/scheduling/outreachRun.ts"
import { outreachRunStream } from "#server/scheduling/outreachRuns/outreachRun.commands.ts"
import type { OutreachRunCommand } from "#server/scheduling/outreachRuns/outreachRun.decider.ts"

/** Something asked of some stream; refused or not, as its decider says. */
export type Asked = {
  readonly companyId: CompanyId
  readonly id: number
  readonly command: unknown
  readonly ask: () => Effect.Effect<void, never, Database | EventStore>
}

const company = fc.integer({ min: 1, max: 2 }).map((id) => CompanyId.make(id))
const id = fc.integer({ min: 1, max: 3 })
const name = fc.constantFrom("Survey", "survey", "Recall – Größe ✓")
const hash = fc.constantFrom("a", "b")
const day = fc.constantFrom("2026-01-01", "2026-03-01", "2027-01-01")
const start = fc.constantFrom(null, "2026-12-01T15:00:00.000Z")

const asked = <State, Command, Event extends { readonly _tag: string }, Row>(
  stream: Stream<State, Command, Event, Row>,
  commands: (id: number) => fc.Arbitrary<Command>,
): fc.Arbitrary<Asked> =>
  fc.tuple(company, id).chain(([companyId, thing]) =>
    commands(thing).map((command) => ({
      companyId,
      id: thing,
      command,
      ask: () => Effect.ignore(handle(stream, thing, command, systemContext(companyId, "history"))),
    })),
  )

/** What begins a life as often as all that may follow, so that every kind of thing comes about. */
const lifeOf = <Command>(
  first: fc.Arbitrary<Command>,
  ...later: ReadonlyArray<fc.Arbitrary<Command>>
): fc.Arbitrary<Command> => fc.oneof(first, fc.oneof(...later))

const life = <Command>(first: Command, ...later: ReadonlyArray<Command>): fc.Arbitrary<Command> =>
  lifeOf(fc.constant(first), fc.constantFrom(...later))

const template = asked(templateStream, (templateId) =>
  lifeOf<TemplateCommand>(
    fc.record({
      _tag: fc.constant("SaveTemplate"),
      templateId: fc.constant(TemplateId.make(templateId)),
      channel: fc.constant("SMS"),
      name,
      purpose: fc.constantFrom("Survey", "Appointment"),
      textHash: hash,
    }) as fc.Arbitrary<TemplateCommand>,
    fc.constant({ _tag: "PublishTemplate", problems: [] } as const),
    fc.record({
      _tag: fc.constant("MapLocations" as const),
      locationIds: fc.subarray([1, 2, 3].map((id) => LocationId.make(id))),
    }),
    fc.record({
      _tag: fc.constant("KeepTest" as const),
      version: fc.integer({ min: 1, max: 3 }),
      testId: fc.constantFrom(undefined, 1, 2),
      name,
      happened: fc.constantFrom(["NotAnswered" as const], ["PersonAnswered" as const]),
      flow: fc.constant(fluShotCall),
    }),
    fc.record({ _tag: fc.constant("RemoveTest" as const), testId: fc.integer({ min: 1, max: 2 }) }),
    fc.record({
      _tag: fc.constant("ChangeReplyRules" as const),
      version: fc.integer({ min: 1, max: 4 }),
      rulesHash: hash,
    }),
    fc.record({
      _tag: fc.constant("SaveTranslations" as const),
      version: fc.integer({ min: 1, max: 4 }),
      translations: fc.array(
        fc.record({
          language: fc.constantFrom("es" as const, "vi" as const),
          textHash: hash,
          origin: fc.constantFrom("person" as const, "phrases" as const),
        }),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    fc.constantFrom({ _tag: "RetireTemplate" } as const, { _tag: "DeleteTemplate" } as const),
  ),
)

const campaign = asked(campaignStream, (campaignId) =>
  lifeOf<CampaignCommand>(
    fc.record({ name, startAt: start }).map((wanted) => ({
      _tag: "CreateCampaign" as const,
      campaign: {
        ...{ campaignId, campaignType: "SMS", purpose: "Survey", templateId: 1, templateVersion: 2 },
        ...{ listId: 2, senderId: 3, ...wanted },
      } as Extract<CampaignCommand, { _tag: "CreateCampaign" }>["campaign"],
    })),
    fc.record({ name, startAt: start }).map((wanted) => ({
      _tag: "ReviseCampaign" as const,
      settled: { purpose: "Reminder", templateId: 1, templateVersion: 3, listId: 2, senderId: 3, ...wanted } as Extract<
        CampaignCommand,
        { _tag: "ReviseCampaign" }
      >["settled"],
    })),
    fc.constant({ _tag: "LaunchCampaign", now: "2026-11-22T12:00:00.000Z" } as const),
    fc.constantFrom<CampaignCommand>(
      { _tag: "StartCampaign", now: "2027-01-01T12:00:00.000Z" },
      { _tag: "RescheduleCampaign", startAt: "2026-12-24T12:00:00.000Z" },
      { _tag: "PauseCampaign" },
      { _tag: "ResumeCampaign" },
      { _tag: "CompleteCampaign" },
      { _tag: "CancelCampaign" },
      { _tag: "DeleteCampaign" },
    ),
  ),
)

const responseFile = asked(responseFileStream, (templateId) =>
  fc.oneof(
    hash.map((layoutHash) => ({
      _tag: "SaveResponseFile" as const,
      templateId: TemplateId.make(templateId),
      layoutHash,
    })),
    fc.constant({ _tag: "DeleteResponseFile" as const }),
  ),
)

const rows = { rows: 3, added: 1, changed: 1, unchanged: 0, rejected: 1, duplicate: 0 }
const imported = asked(importStream, (importId) =>
  life<ImportCommand>(
    { _tag: "UploadListFile", importId: ImportId.make(importId), bytes: 90 },
    { _tag: "CheckImport", mappingHash: "m" },
    { _tag: "StoreCheckedBatch", batch: 1, line: 4, rows: 3, bytes: 90, valid: 2, rejected: 1 },
    { _tag: "CompleteCheck" },
    { _tag: "RunImport", listId: ListId.make(2) },
    { _tag: "StoreBatch", batch: 1, line: 4, ...rows },
    { _tag: "CompleteImport" },
    { _tag: "CancelImport" },
    { _tag: "FailImport", reason: "The file has no rows." },
  ),
)

const administered = asked(companyStream, (companyId) =>
  fc.tuple(day, day).chain(([today, contractStart]) =>
    fc.constantFrom<CompanyCommand>(
      ...[
        {
          _tag: "SaveCompany",
          companyId: CompanyId.make(companyId),
          changed: ["name"],
          today,
          contractStart,
          contractEnd: "2026-12-31",
        } as const,
        { _tag: "JudgeContract", today } as const,
        { _tag: "SuspendCompany" } as const,
        { _tag: "ReinstateCompany", today } as const,
      ],
    ),
  ),
)

const place = { group: "", city: "Oakland", state: "CA", zip: "94605", country: "US", timezone: "America/Los_Angeles" }
const noPosition = { latitude: null, longitude: null }
const somewhere = { latitude: 37.77, longitude: -122.18 }
const location = asked(locationStream, (locationId) =>
  fc.oneof(
    fc.tuple(name, fc.constantFrom({}, noPosition, somewhere)).map(([called, position]) => ({
      _tag: "SaveLocation" as const,
      locationId: LocationId.make(locationId),
      facts: { name: called, ...place, ...position },
      changed: ["name"],
    })),
    fc.constantFrom({ _tag: "DisableLocation" } as const, { _tag: "EnableLocation" } as const),
    fc.constantFrom({ _tag: "MakeFeed", naming: "name" } as const, { _tag: "WithdrawFeed" } as const),
  ),
)

const counted = { days: 2, adds: 3, keeps: 0, changes: 0, removes: 1, affected: 0, leftOut: 0 }
const schedule = asked(scheduleStream, (locationId) =>
  life<ScheduleCommand>(
    { _tag: "SaveSchedule", locationId: LocationId.make(locationId), sections, counted },
    {
      _tag: "ReplicateSlots",
      locationId: LocationId.make(locationId),
      asked: { apptSection: 1, mode: "Range", existing: "keep" },
      ...{ startDate: "2026-03-01", endDate: "2026-03-31", weekdays: [1, 3], counted },
    },
    { _tag: "UndoChange", sections, counted },
    { _tag: "ClearSchedule", removes: 3 },
  ),
)

const times = (slotId: number) => ({
  ...({ slotId: SlotId.make(slotId), apptSection: 1, date: "2026-03-02", start: "09:00", end: "09:30" } as const),
  zone: "America/Los_Angeles",
  startsAt: "2026-03-02T17:00:00.000Z",
  endsAt: "2026-03-02T17:30:00.000Z",
})
const appointment = asked(appointmentStream, (appointmentId) => {
  const now = Date.parse("2026-03-01T17:00:00Z")
  const locationId = LocationId.make(1)
  return life<AppointmentCommand>(
    {
      _tag: "HoldSlot",
      ...{
        appointmentId: AppointmentId.make(appointmentId),
        patientId: PatientId.make(appointmentId),
        locationId,
        now,
      },
      ...{ times: times(appointmentId), source: "staff", isOverbooked: false },
    },
    { _tag: "BookAppointment", now },
    { _tag: "ExtendHold", now },
    { _tag: "ReleaseHold", now },
    { _tag: "LapseHold", now: now + 600_000 },
    { _tag: "ConfirmAppointment", now },
    { _tag: "Reschedule", now, locationId, times: times(appointmentId + 10), isOverbooked: appointmentId % 2 === 0 },
    { _tag: "KeepWallTime", now, startsAt: "2026-03-02T16:00:00.000Z", endsAt: "2026-03-02T16:30:00.000Z" },
    { _tag: "MarkArrived", now: now + 86_400_000 },
    { _tag: "MarkFulfilled", now },
    { _tag: "MarkMissed", now: now + 86_400_000 },
    { _tag: "CancelAppointment", reason: "patient", now },
  )
})

const waits = asked(waitlistEntryStream, (entryId) =>
  fc.constantFrom<WaitlistEntryCommand>(
    ...[true, false].map((isNew) => ({
      ...({ _tag: "SaveEntry", entryId: WaitlistEntryId.make(entryId), patientId: PatientId.make(entryId) } as const),
      ...{
        isNew,
        wish: { locationId: null, group: null, weekdays: [1], part: "any", from: null, until: null } as const,
      },
    })),
    { _tag: "BookEntry", appointmentId: AppointmentId.make(1) },
    { _tag: "RemoveEntry" },
    { _tag: "ExpireEntry" },
  ),
)
const offered = asked(offerStream, (offerId) => {
  const now = Date.parse("2026-03-01T17:00:00Z")
  const offer = {
    ...{ offerId: OfferId.make(offerId), roundId: RoundId.make(1), entryId: WaitlistEntryId.make(offerId) },
    ...{ patientId: PatientId.make(offerId), slotId: SlotId.make(1) },
  }
  return life<OfferCommand>(
    { _tag: "OfferSlot", offer, now },
    { _tag: "AcceptOffer", by: "staff", appointmentId: AppointmentId.make(offerId), now },
    { _tag: "DeclineOffer", by: "link", now },
    { _tag: "LapseOffer", now: now + 86_400_000 },
    { _tag: "LoseOffer", now },
    { _tag: "WithdrawOffer", now },
  )
})
const outreachRun = asked(outreachRunStream, (id) => {
  const runId = OutreachRunId.make(id)
  const now = "2026-11-18T17:00:00.000Z"
  const first = { date: "2026-11-25", dueAt: "2026-11-25T14:00:00.000Z" }
  const second = { date: "2026-12-02", dueAt: "2026-12-02T14:00:00.000Z" }
  const userId = UserId.make(1)
  return fc.oneof(
    name.map((called) => ({ _tag: "SaveOutreachRun" as const, runId, facts: runDraft({ name: called }), userId, now })),
    fc.constantFrom<OutreachRunCommand>(
      { _tag: "PauseOutreachRun" },
      { _tag: "ResumeOutreachRun", userId, now },
      { _tag: "SkipOccurrence", date: second.date, now },
      { _tag: "UnskipOccurrence", date: second.date, now },
      { _tag: "LaunchOccurrence", ...first, campaignId: CampaignId.make(1) },
      { _tag: "FailOccurrence", ...first, reason: "noOne" },
      { _tag: "MissOccurrence", ...second },
      { _tag: "EndOutreachRun", now },
      { _tag: "DeleteOutreachRun" },
    ),
  )
})
const user = asked(userStream, (id) => {
  const userId = UserId.make(id)
  const rank = { userId, userType: 3, accessIds: [14], groupIds: [] } as const
  return life<UserCommand>(
    { _tag: "AddUser", ...rank },
    { _tag: "SaveUser", ...rank, userType: 2, changed: ["userType"] },
    { _tag: "SaveUser", ...rank, changed: [] },
    { _tag: "SaveProfile", userId, ...usualPreferences, ...usualNoticeChoices, changed: ["density"] },
    { _tag: "EndOtherSignIns", userId },
    ...(["lock", "unlock", "deactivate", "reactivate", "signOut"] as const).map(
      (action) => ({ _tag: "ChangeUserState", userId, action }) as const,
    ),
  )
})

const card = asked(cardStream, () => {
  const saved = { _tag: "SaveCard", lastMonth: "2029-09", changed: ["last4"] } as const
  return life<CardCommand>(
    { ...saved, cardId: "pm_00000001" },
    { ...saved, cardId: "pm_00000002" },
    { _tag: "RemoveCard", changed: ["last4"] },
  )
})

const group = asked(groupStream, (id) =>
  lifeOf<GroupCommand>(
    fc.record({
      _tag: fc.constant("SaveGroup" as const),
      groupId: fc.constant(GroupId.make(id)),
      name,
      accessIds: fc.subarray([1, 4, 14]),
    }),
    fc.constant({ _tag: "DeleteGroup" } as const),
  ),
)

const invitation = asked(invitationStream, (id) =>
  life<InvitationCommand>(
    {
      _tag: "Invite",
      invitationId: InvitationId.make(id),
      ...{ userType: 3, accessIds: [14], groupIds: [], expiresAt: "2026-12-01T09:00:00.000Z" },
    },
    { _tag: "TakeInvitation", userId: UserId.make(id) },
    { _tag: "ReviseInvitation", userType: 3, accessIds: [4], groupIds: [], changed: ["groupIds"] },
    { _tag: "WithdrawInvitation" },
  ),
)

const texts = asked(appointmentTextsStream, () =>
  fc.subarray(["booked", "reminder"] as const).map((kinds) => ({
    _tag: "SaveTexts" as const,
    facts: { senderId: SenderId.make(1), kinds, reminders: [{ amount: 1, unit: "days" as const }], campaigns: [] },
  })),
)

const kinds = [
  template,
  campaign,
  responseFile,
  imported,
  location,
  schedule,
  appointment,
  asked(stagesStream, () => stageCommands),
  asked(glossaryStream, () => glossaryCommands),
  texts,
  waits,
  offered,
  administered,
  asked(globalSettingsStream, () => fc.constant({ _tag: "SaveSettings" as const, changed: ["capTexts"] })),
  outreachRun,
  asked(savedViewStream, (id) => savedViewCommands(id, name)),
  asked(multiCampaignStream, (id) => ladderCommands(id, name)),
  user,
  card,
  group,
  invitation,
]

/** Commands to things of all kinds in some order, each kind at least once. */
export const histories = fc
  .tuple(fc.tuple(...kinds), fc.array(fc.oneof(...kinds), { maxLength: 40 }))
  .chain(([each, more]) => fc.shuffledSubarray([...each, ...more], { minLength: each.length + more.length }))
