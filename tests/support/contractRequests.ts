import type { CompanyDraft } from "#schemas/administration/companyDraft.ts"
import type { LocationDraft } from "#schemas/scheduling/locationDraft.ts"
import { SlotId } from "#schemas/scheduling/slot.ts"
import { OfferId, RoundId, WaitlistEntryId } from "#schemas/scheduling/waitlist.ts"
import { ExportId } from "#schemas/reporting/pastExport.ts"
import { MessageId } from "#schemas/people/conversation.ts"
import type { Asked } from "./contract.ts"
import { CampaignId, CompanyId, ImportId, ListId, SenderId, TemplateId } from "#schemas/ids.ts"

/** Things a request may name, by their ids. */
export type Named = {
  readonly companyId: CompanyId
  readonly companyHashedId: string
  readonly templateId: TemplateId
  readonly temphashedId: string
  readonly campaignId: CampaignId
  readonly campaignHashedId: string
  readonly listId: ListId
  readonly senderId: SenderId
  readonly importId: ImportId
  readonly locationHashedId: string
  readonly slotId: SlotId
  readonly entryId: WaitlistEntryId
  readonly roundId: RoundId
  readonly offerId: OfferId
  readonly patientHashedId: string
  readonly appointmentHashedId: string
  readonly outreachRunHashedId: string
  readonly multiCampaignHashedId: string
  readonly userHashedId: string
  readonly groupHashedId: string
  readonly invitationHashedId: string
  readonly messageId: MessageId
  readonly exportId: ExportId
  readonly savedViewHashedId: string
  readonly phone: string
  /** A number of ours. */
  readonly to: string
}

/** Things no one has. */
export const absent: Named = {
  companyId: CompanyId.make(900_001),
  companyHashedId: "AbsentCompany000000000",
  templateId: TemplateId.make(900_002),
  temphashedId: "AbsentAbsentAbsent0001",
  campaignId: CampaignId.make(900_003),
  campaignHashedId: "AbsentAbsentAbsent0000",
  listId: ListId.make(900_004),
  senderId: SenderId.make(900_005),
  importId: ImportId.make(900_006),
  locationHashedId: "AbsentLocation00000000",
  slotId: SlotId.make(900_007),
  entryId: WaitlistEntryId.make(900_008),
  roundId: RoundId.make(900_009),
  offerId: OfferId.make(900_010),
  patientHashedId: "AbsentPatient000000000",
  appointmentHashedId: "AbsentAppointment00000",
  outreachRunHashedId: "AbsentOutreachRun00000",
  multiCampaignHashedId: "AbsentMultiCampaign000",
  userHashedId: "AbsentUser000000000000",
  groupHashedId: "AbsentGroup00000000000",
  invitationHashedId: "AbsentInvitation000000",
  messageId: MessageId.make(900_011),
  exportId: ExportId.make(900_012),
  savedViewHashedId: "AbsentSavedView0000000",
  phone: "+14155550000",
  to: "+14155550001",
}

/** A company that can be saved. */
export const company: CompanyDraft = {
  name: "A company",
  code: "A-COMPANY",
  country: "US",
  timezone: "America/New_York",
  contractStart: "2026-01-01",
  contractEnd: "2030-12-31",
  languages: ["en"],
  selectedRolesList: [1, 3, 4, 5, 14, 15, 17],
  addresses: [
    {
      hashedId: null,
      label: "Main",
      line1: "1 Elm Street",
      line2: "",
      city: "Boston",
      state: "MA",
      zip: "02110",
      country: "US",
    },
  ],
  senders: [],
  textCountries: [],
  sendingFrom: "08:00",
  sendingTo: "21:00",
  callingFrom: "09:00",
  callingTo: "20:00",
  recordingDays: 90,
  confirmAbove: null,
  approvedOnly: false,
  holidays: [],
  pronunciations: [],
  helpText: "",
}

/** A location that can be saved. */
export const location: LocationDraft = {
  name: "Downtown clinic",
  internalName: "DT-1",
  group: "Bay Area",
  line1: "200 Market Street",
  line2: "",
  city: "San Francisco",
  state: "CA",
  zip: "94105",
  country: "US",
  phone: "+1 415 555 0142",
  timezone: "America/Los_Angeles",
  isPublic: true,
  hours: [
    [],
    [
      { from: "08:00", to: "12:00" },
      { from: "13:00", to: "17:00" },
    ],
    [{ from: "08:00", to: "17:00" }],
    [{ from: "08:00", to: "17:00" }],
    [{ from: "08:00", to: "17:00" }],
    [{ from: "08:00", to: "15:30" }],
    [],
  ],
  closures: [{ from: "2027-01-11", to: "2027-01-13", reason: "Moving rooms" }],
}

/** A request of each call of some groups, about the things that are named, for someone with these rights. */
export type Requests = Readonly<Record<string, (named: Named, ids: ReadonlyArray<number>) => Asked>>
