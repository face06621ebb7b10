import type { AdministrationAuditEvent } from "#schemas/administration/events.ts"
import {
  CampaignId,
  CompanyId,
  DirectoryTokenId,
  ImportId,
  InvitationId,
  ListId,
  PatientId,
  TemplateId,
  UserId,
} from "#schemas/ids.ts"
import { MultiCampaignId } from "#schemas/outreach/multiCampaign.ts"
import type { OutreachAuditEvent } from "#schemas/outreach/events.ts"
import { MessageId } from "#schemas/people/conversation.ts"
import type { PeopleAuditEvent } from "#schemas/people/events.ts"
import type { ExportAuditEvent, ReportMailAuditEvent } from "#schemas/reporting/events.ts"
import { SavedViewId } from "#schemas/reporting/savedView.ts"
import type { SchedulingAuditEvent } from "#schemas/scheduling/events.ts"
import { LocationId } from "#schemas/scheduling/location.ts"
import type { SignInEvent } from "#schemas/session/events.ts"

type AuditEvent =
  | AdministrationAuditEvent
  | SignInEvent
  | PeopleAuditEvent
  | SchedulingAuditEvent
  | OutreachAuditEvent
  | ExportAuditEvent
  | ReportMailAuditEvent

const savedViewId = SavedViewId.make(1)
const [listId, templateId, importId] = [ListId.make(2), TemplateId.make(1), ImportId.make(1)]
const [campaignId, invitationId] = [CampaignId.make(1), InvitationId.make(1)]

/** One of every fact that the audit streams hold, for the corpus that `golden.ts` writes. */
export const auditEvents = (companyId: CompanyId, actorId: UserId): ReadonlyArray<AuditEvent> => [
  { _tag: "SignInSucceeded", userId: actorId, companyId },
  { _tag: "NewDeviceSeen", userId: actorId, companyId },
  { _tag: "SignInRefused", userId: actorId, companyId, reason: "code" },
  { _tag: "SignedOut", userId: actorId, companyId },
  { _tag: "PasswordLinkSent", userId: actorId, companyId },
  { _tag: "PasswordChanged", userId: actorId, companyId },
  { _tag: "SecondFactorChanged", userId: actorId, companyId, change: "authenticatorAdded" },
  { _tag: "AccountLocked", userId: actorId, companyId },
  { _tag: "AccountUnlocked", userId: actorId, companyId },
  { _tag: "AccountLinked", userId: actorId, companyId },
  { _tag: "PersonInvited", companyId, invitationId },
  { _tag: "InvitationAccepted", userId: actorId, companyId, invitationId },
  { _tag: "CalendarDownloaded", locationId: LocationId.make(1), appointments: 12 },
  { _tag: "PatientsViewed", people: 50, listId: null, searched: false },
  { _tag: "PatientAdded", patientId: PatientId.make(7) },
  { _tag: "ReplyDecided", replyId: 12, decision: "optOut" },
  { _tag: "ReplyHandled", messageId: MessageId.make(41) },
  { _tag: "ReplyAnswered", messageId: MessageId.make(40) },
  { _tag: "RecordingHeard", recordingId: `RE${"a".repeat(32)}` },
  { _tag: "RejectedRowsDownloaded", importId },
  { _tag: "MessagePreviewed", people: 5 },
  { _tag: "ActingBegan" },
  { _tag: "ActingEnded" },
  { _tag: "DirectoryTokenMade", tokenId: DirectoryTokenId.make(1) },
  { _tag: "DirectoryTokenRevoked", tokenId: DirectoryTokenId.make(1) },
  { _tag: "CallRefused", call: "Template.DeleteTemplate", problem: "Forbidden" },
  { _tag: "CampaignChecked", listId, people: 10 },
  { _tag: "RecipientsViewed", campaignId, people: 50 },
  { _tag: "ResponseFilePreviewed", templateId, people: 5 },
  { _tag: "FailedListed", campaignId, listId, people: 3 },
  { _tag: "NotBookedListed", campaignId, listId, people: 4 },
  { _tag: "TestCallPlaced", templateId, version: 2 },
  { _tag: "QuickTextSent", campaignId, people: 3, sent: 2 },
  { _tag: "JourneysViewed", multiCampaignId: MultiCampaignId.make(1), people: 25 },
  { _tag: "LadderSimulated", listId, people: 200 },
  { _tag: "UsersExported", rows: 12, sha256: "0".repeat(64), complete: true },
  { _tag: "ActivityExported", ofAll: false, rows: 30, sha256: "0".repeat(64), complete: true },
  { _tag: "TranslationsExported", language: "es", rows: 9, sha256: "0".repeat(64), complete: true },
  { _tag: "DataExported", fileType: "csv", campaignId, rows: 80, sha256: "0".repeat(64), complete: true },
  { _tag: "PastExportFetched", fileType: "csv", campaignId, rows: 80, sha256: "0".repeat(64) },
  { _tag: "PastExportRemoved", fileType: "csv", campaignId, rows: 80, sha256: "0".repeat(64) },
  { _tag: "ReportMailed", savedViewId, userId: actorId, date: "2026-10-05" },
  { _tag: "ReportNotMailed", savedViewId, userId: actorId, date: "2026-10-05" },
  { _tag: "ReportLinkOpened", savedViewId, date: "2026-10-05" },
]
