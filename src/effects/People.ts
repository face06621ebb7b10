import { Effect } from "effect"
import type { ImportId, ListId } from "#schemas/ids.ts"
import type { AnswerReply, MessageId } from "#schemas/people/conversation.ts"
import type { MappingValues } from "#schemas/people/import.ts"
import type { PreviewColumns } from "#schemas/people/importDetail.ts"
import type { PatientDraft } from "#schemas/people/patientDraft.ts"
import type { DecideReply } from "#schemas/people/unclearReply.ts"
import type { PageOf } from "#schemas/reply.ts"
import { DatabaseGroup } from "#schemas/people/databaseCalls.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { saveDownload } from "./saveDownload.ts"

/** The patients of the company, of one list or of a search, a page at a time. What is searched travels in the body, never in an address. */
export const readPatients = (
  { search, ...list }: { readonly search?: string; readonly listId?: ListId },
  page: PageOf,
) =>
  callApi(DatabaseGroup, (api) =>
    search === undefined
      ? api.GetCustomerPatientList({ query: { ...list, ...page } })
      : api.SearchPatients({ query: page, payload: { search, ...list } }),
  )

/** Adds a patient, or gives the one who is on record already; `Invalid` names the fields that cannot be taken. */
export const savePatient = (payload: PatientDraft, commandId: string) =>
  Effect.map(
    callApi(DatabaseGroup, (api) => api.SavePatient({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )

/** The replies that may be opt-outs and wait for someone to decide. */
export const readUnclearReplies = () => callApi(DatabaseGroup, (api) => api.GetUnclearReplies({}))

/** Says whether a reply is an opt-out; `NotAllowedNow` when it is decided already. */
export const decideReply = (payload: DecideReply, commandId: string) =>
  Effect.as(
    callApi(DatabaseGroup, (api) => api.DecideReply({ headers: commandHeaders(commandId), payload })),
    payload,
  )

/** What the sender of a text and staff wrote to each other. */
export const readConversation = (query: { readonly messageId: MessageId }) =>
  callApi(DatabaseGroup, (api) => api.GetConversation({ query }))

/** Answers a person's text; `Invalid` says at the field why it cannot be answered. */
export const answerReply = (payload: AnswerReply, commandId: string) =>
  Effect.as(
    callApi(DatabaseGroup, (api) => api.AnswerReply({ headers: commandHeaders(commandId), payload })),
    payload,
  )

/** The lists of the company: what earlier imports named. */
export const readLists = () => callApi(DatabaseGroup, (api) => api.GetLists({}))

/** The imports of the company, newest first, a page at a time; all of them, or those that wait for a person. */
export const readImports = ({ waiting }: { readonly waiting?: "true" }, page: PageOf) =>
  callApi(DatabaseGroup, (api) => api.GetImports({ query: { ...page, ...(waiting === undefined ? {} : { waiting }) } }))

/** One import with what it will do, why rows are rejected, and its history. */
export const readImport = (query: { readonly importId: ImportId }) =>
  callApi(DatabaseGroup, (api) => api.GetImport({ query }))

/** What the first rows of an import become by a mapping, which may be one under way. */
export const previewColumns = (payload: PreviewColumns) =>
  callApi(DatabaseGroup, (api) => api.PreviewColumns({ payload }))

/** One list with the imports that filled it. */
export const readList = (query: { readonly listId: ListId }) => callApi(DatabaseGroup, (api) => api.GetList({ query }))

/** Uploads a list file as it is; the server reads its encoding, delimiter and header. */
export const uploadListFile = (file: File, commandId: string) => {
  const payload = new FormData()
  payload.append("file", file, file.name)
  return Effect.map(
    callApi(DatabaseGroup, (api) =>
      api.UploadListFile({ headers: commandHeaders(commandId), payload: payload as never }),
    ),
    ({ data }) => data,
  )
}

/** Has every row judged by a mapping; nothing is stored yet. `StaleVersion` when someone checked the file meanwhile. */
export const checkImport = ({ streamVersion, ...payload }: MappingValues, commandId: string) =>
  Effect.map(
    callApi(DatabaseGroup, (api) => api.CheckImport({ headers: versionedHeaders(commandId, streamVersion), payload })),
    ({ data }) => data,
  )

/** Starts storing the valid rows; `StaleVersion` when the import was checked again with another mapping. */
export const runImport = (
  { importId, streamVersion }: { readonly importId: ImportId; readonly streamVersion: number },
  commandId: string,
) =>
  Effect.map(
    callApi(DatabaseGroup, (api) =>
      api.RunImport({ headers: versionedHeaders(commandId, streamVersion), payload: { importId } }),
    ),
    ({ data }) => data,
  )

/** Stops an import; what is stored stays. */
export const cancelImport = (payload: { readonly importId: ImportId }, commandId: string) =>
  Effect.map(
    callApi(DatabaseGroup, (api) => api.CancelImport({ headers: commandHeaders(commandId), payload })),
    ({ data }) => data,
  )

/** Saves the rejected rows with their reasons as a file. */
export const downloadRejections = (query: { readonly importId: ImportId }) =>
  saveDownload(
    callApi(DatabaseGroup, (api) => api.DownloadRejectedRows({ query, responseMode: "decoded-and-response" })),
    "rejected-rows.csv",
  )
