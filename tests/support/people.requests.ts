import type { Requests } from "./contractRequests.ts"

/** The requests of people. */
export const requests: Requests = {
  "Database.GetCustomerPatientList": ({ listId }) => ({ query: { listId } }),
  "Database.SearchPatients": ({ listId }) => ({ body: { search: "an", listId } }),
  "Database.GetUnclearReplies": () => ({}),
  "Database.DecideReply": () => ({ body: { replyId: 1, decision: "keep" } }),
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
