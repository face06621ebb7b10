import { Schema } from "effect"
import { ImportId, ListId, PatientId } from "../ids.ts"
import { RecordingId } from "../outreach/callRecording.ts"
import { MessageId } from "./conversation.ts"

/** What became of rows; together they are the rows that were read. */
const rowCounts = {
  added: Schema.Int,
  changed: Schema.Int,
  unchanged: Schema.Int,
  rejected: Schema.Int,
  /** Rows that name a person that an earlier row of the same file named: the first row holds. */
  duplicate: Schema.Int,
}

/** Where a piece of work ends: batches count from 1 in each check and in the run; `line` is the last one read. */
const batchEnd = { batch: Schema.Int, line: Schema.Int, rows: Schema.Int }

/**
 * Stored facts about an import. File name, header names and rows are data of the
 * `imports` tables, not of events: a header can be a person's name.
 */
export const ListFileUploaded = Schema.TaggedStruct("ListFileUploaded", { importId: ImportId, bytes: Schema.Int })
export const ImportCheckStarted = Schema.TaggedStruct("ImportCheckStarted", { mappingHash: Schema.String })
export const ImportBatchChecked = Schema.TaggedStruct("ImportBatchChecked", {
  ...batchEnd,
  /** Bytes of the file read so far. */
  bytes: Schema.Int,
  valid: Schema.Int,
  rejected: Schema.Int,
})
export const ImportChecked = Schema.TaggedStruct("ImportChecked", {
  rows: Schema.Int,
  valid: Schema.Int,
  rejected: Schema.Int,
})
export const ImportStarted = Schema.TaggedStruct("ImportStarted", { listId: ListId })
export const ImportBatchStored = Schema.TaggedStruct("ImportBatchStored", { ...batchEnd, ...rowCounts })
export const ImportCompleted = Schema.TaggedStruct("ImportCompleted", rowCounts)
/** A person stopped it. What was stored until then is counted by the batches. */
export const ImportCancelled = Schema.TaggedStruct("ImportCancelled", {})
export const ImportFailed = Schema.TaggedStruct("ImportFailed", { reason: Schema.String })
export const ImportEvent = Schema.Union([
  ListFileUploaded,
  ImportCheckStarted,
  ImportBatchChecked,
  ImportChecked,
  ImportStarted,
  ImportBatchStored,
  ImportCompleted,
  ImportCancelled,
  ImportFailed,
])
export type ImportEvent = typeof ImportEvent.Type

/** Facts of the audit stream: who looked at people, or took rows away, and how many; never which (docs/architecture.md#personal-data). */
export const PatientsViewed = Schema.TaggedStruct("PatientsViewed", {
  people: Schema.Int,
  listId: Schema.NullOr(ListId),
  searched: Schema.Boolean,
})
/** Someone added a patient by hand. */
export const PatientAdded = Schema.TaggedStruct("PatientAdded", { patientId: PatientId })
export const RejectedRowsDownloaded = Schema.TaggedStruct("RejectedRowsDownloaded", { importId: ImportId })
/** Someone decided whether a reply was an opt-out; `replyId` is the word it answers in the record of consent. */
export const ReplyDecided = Schema.TaggedStruct("ReplyDecided", {
  replyId: Schema.Int,
  decision: Schema.Literals(["optOut", "keep"]),
})
/** Someone saw to a reply that a rule had handed over. */
export const ReplyHandled = Schema.TaggedStruct("ReplyHandled", { messageId: MessageId })
/** Someone answered a person's text. */
export const ReplyAnswered = Schema.TaggedStruct("ReplyAnswered", { messageId: MessageId })
/** Someone heard what a person recorded in a call. */
export const RecordingHeard = Schema.TaggedStruct("RecordingHeard", { recordingId: RecordingId })
export const PeopleAuditEvent = Schema.Union([
  PatientsViewed,
  PatientAdded,
  RejectedRowsDownloaded,
  ReplyDecided,
  ReplyHandled,
  ReplyAnswered,
  RecordingHeard,
])
export type PeopleAuditEvent = typeof PeopleAuditEvent.Type
