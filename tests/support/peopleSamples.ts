import { ImportId, ListId, PatientId } from "#schemas/ids.ts"
import { problem } from "#schemas/problem.ts"
import type { Import, Rejection } from "#schemas/people/import.ts"
import type { Forecast, ImportDetail, RowPreview } from "#schemas/people/importDetail.ts"
import { MessageId, type Conversation } from "#schemas/people/conversation.ts"
import type { UnclearReply } from "#schemas/people/unclearReply.ts"
import type { Patient, PatientList } from "#schemas/people/patient.ts"

/** An import that waits for its columns. */
export const uploadedImport: Import = {
  importId: ImportId.make(7),
  fileName: "spring.csv",
  bytes: 2_000,
  encoding: "utf-8",
  delimiter: ",",
  state: "uploaded",
  mapping: [
    { header: "MRN", target: "externalId" },
    { header: "Mobile", target: "phone" },
    { header: "Clinic", target: "custom" },
  ],
  sample: [["N-1", "+1 415 555 0190", "Eastside"]],
  dates: [],
  progress: { rows: 0, done: 0, valid: 0, rejected: 0, added: 0, changed: 0, unchanged: 0, duplicate: 0 },
  listId: null,
  listName: "",
  problem: null,
  createdOn: "2026-03-02T15:00:00.000Z",
  streamVersion: 1,
}

/** The same import on its further way. */
export const importIn = (state: Import["state"], progress: Partial<Import["progress"]> = {}): Import => ({
  ...uploadedImport,
  state,
  streamVersion: ["uploaded", "checking", "checked", "running"].indexOf(state) + 1 || 5,
  listName: "Spring list",
  listId: state === "running" || state === "done" || state === "cancelled" ? ListId.make(3) : null,
  progress: { ...uploadedImport.progress, rows: 20, valid: 18, rejected: 2, ...progress },
  problem: state === "failed" ? "The file ends in the middle of a quoted cell." : null,
})

export const sampleRejection: Rejection = {
  line: 18,
  column: "Mobile",
  reason: "Enter a valid phone number, for example +1 415 555 0123.",
  value: "ask at desk",
}

/** What the check found that an import will do. */
export const sampleForecast: Forecast = {
  added: 9,
  changed: 5,
  unchanged: 3,
  duplicate: 1,
  noPhone: 0,
  landline: 0,
  textable: { US: 17 },
  otherCountry: {},
}

/** An import as its page reads it. */
export const detailOf = (one: Import, detail: Partial<ImportDetail> = {}): ImportDetail => {
  const isRejecting = one.progress.rejected > 0
  const { column, reason } = sampleRejection
  return {
    import: one,
    forecast: one.state === "uploaded" ? null : sampleForecast,
    rejectedRows: isRejecting ? one.progress.rejected : 0,
    reasons: isRejecting ? [{ column, reason, rows: one.progress.rejected, first: [sampleRejection] }] : [],
    earlier: null,
    history: [
      { type: "ListFileUploaded", at: "2026-03-02T15:00:00.000Z", actor: "Nora Admin" },
      { type: "ImportCheckStarted", at: "2026-03-02T15:01:00.000Z", actor: "Nora Admin" },
      { type: "ImportChecked", at: "2026-03-02T15:01:04.000Z", actor: "Admin View" },
    ],
    ...detail,
  }
}

/** The first row of the import as it will be stored. */
export const samplePreview: RowPreview = {
  cells: [
    { target: "externalId", value: "N-1", error: null },
    { target: "phone", value: "+14155550190", error: null },
    { target: "custom", value: "Eastside", error: null },
  ],
  zones: ["America/Los_Angeles"],
  zoneSource: "area",
}

export const sampleReply: UnclearReply = {
  replyId: 12,
  people: "Maria Lopez",
  phone: "+14155550190",
  text: "please stop it\nMaria",
  at: "2026-03-02T15:00:00.000Z",
  messageId: MessageId.make(40),
}

/** A person asked twice, and was answered once. */
export const sampleConversation: Conversation = {
  people: "Maria Lopez",
  phone: "+14155550190",
  from: "+14155550100",
  replies: [
    {
      messageId: MessageId.make(38),
      text: "Can I bring my daughter?",
      at: "2026-03-02T14:00:00.000Z",
      campaign: "Flu shots",
      answers: [
        {
          text: "Yes, of course.\nDana, Northwind Clinics",
          by: "Dana Whitfield",
          at: "2026-03-02T14:20:00.000Z",
          state: "delivered",
        },
      ],
    },
    {
      messageId: MessageId.make(40),
      text: "And is there parking?",
      at: "2026-03-02T15:00:00.000Z",
      campaign: null,
      answers: [],
    },
  ],
  refusal: null,
  signature: "Dana, Northwind Clinics",
}

export const samplePatient: Patient = {
  patientId: PatientId.make(1),
  hashedId: "abcdefghijklmnopqrstuv",
  externalId: "N-1",
  firstName: "Maria",
  lastName: "Lopez",
  dob: "1980-02-03",
  language: "es",
  zip: "94110",
  addressCountry: null,
  zones: ["America/Los_Angeles"],
  zoneSource: "zip",
  phone: "+14155550190",
  phoneKind: "mobile",
  email: null,
  custom: {},
  smsConsent: "revoked",
  updatedOn: "2026-03-02T15:00:00.000Z",
}

export const sampleList: PatientList = {
  listId: ListId.make(3),
  name: "Spring list",
  people: 18,
  createdOn: "2026-03-02T15:00:00.000Z",
  isBeingImported: false,
}

/** Why an upload was refused. */
export const notCsv = problem("UnsupportedFormat", "Save the sheet as CSV and upload that file.")
