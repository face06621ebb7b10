import type { PatientDraft } from "#schemas/people/patientDraft.ts"
import type { Requests } from "./contractRequests.ts"

/** What staff write of a patient whom no list names. */
export const newPatient: PatientDraft = {
  ...{ firstName: "Ines", lastName: "Duarte", dob: "1984-02-29", phone: "(805) 555-0157", externalId: "" },
  ...{ language: "es", zip: "93101" },
}

/** The requests of people. */
export const requests: Requests = {
  "Database.GetCustomerPatientList": ({ listId }) => ({ query: { listId } }),
  "Database.SearchPatients": ({ listId }) => ({ body: { search: "an", listId } }),
  "Database.SavePatient": () => ({ body: newPatient }),
  "Database.GetUnclearReplies": () => ({}),
  "Database.DecideReply": () => ({ body: { replyId: 1, decision: "keep" } }),
  "Database.GetConversation": ({ messageId }) => ({ query: { messageId } }),
  "Database.AnswerReply": ({ messageId }) => ({ body: { messageId, text: "We call you today." } }),
  "Database.GetLists": () => ({}),
  "Database.GetList": ({ listId }) => ({ query: { listId } }),
  "Database.GetImports": () => ({}),
  "Database.GetImport": ({ importId }) => ({ query: { importId } }),
  "Database.PreviewColumns": ({ importId }) => ({ body: { importId, mapping: [] } }),
  "Database.UploadListFile": () => ({ body: new FormData() }),
  "Database.CheckImport": ({ importId }) => ({ body: { importId, listName: "A list", mapping: [] } }),
  "Database.RunImport": ({ importId }) => ({ body: { importId } }),
  "Database.CancelImport": ({ importId }) => ({ body: { importId } }),
  "Database.DownloadRejectedRows": ({ importId }) => ({ query: { importId } }),
}
