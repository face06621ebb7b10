import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { limits } from "../constants.ts"
import { ImportId, inQuery, ListId } from "../ids.ts"
import { Done, PageQuery, Reply } from "../reply.ts"
import { AnswerReply, Conversation, MessageId } from "./conversation.ts"
import { CheckImport, Import } from "./import.ts"
import { ImportDetail, PreviewColumns, RowPreview } from "./importDetail.ts"
import { Patient, PatientList, SearchPatients } from "./patient.ts"
import { PatientDraft, SavedPatient } from "./patientDraft.ts"
import { PatientListDetail } from "./patientListDetail.ts"
import { DecideReply, UnclearReply } from "./unclearReply.ts"

/** The calls of patients, their lists and imports. */
export class DatabaseGroup extends HttpApiGroup.make("Database")
  .add(
    HttpApiEndpoint.get("GetCustomerPatientList", "/GetCustomerPatientList", {
      query: { ...PageQuery, listId: Schema.optionalKey(inQuery(ListId)) },
      success: Reply(Schema.Array(Patient)),
    }).annotate(OpenApi.Summary, "Lists patients, all of them or those of one list."),
    HttpApiEndpoint.post("SearchPatients", "/SearchPatients", {
      query: PageQuery,
      payload: SearchPatients,
      success: Reply(Schema.Array(Patient)),
    }).annotate(OpenApi.Summary, "Finds patients by a part of their name, phone or patient id."),
    HttpApiEndpoint.post("SavePatient", "/SavePatient", {
      headers: commandHeaders,
      payload: PatientDraft,
      success: Reply(SavedPatient),
    }).annotate(OpenApi.Summary, "Adds a patient, or gives the one who is on record already."),
    HttpApiEndpoint.get("GetUnclearReplies", "/GetUnclearReplies", {
      success: Reply(Schema.Array(UnclearReply)),
    }).annotate(OpenApi.Summary, "Lists the replies that may be an opt-out."),
    HttpApiEndpoint.post("DecideReply", "/DecideReply", {
      headers: commandHeaders,
      payload: DecideReply,
      success: Done,
    }).annotate(OpenApi.Summary, "Decides whether a reply is an opt-out."),
    HttpApiEndpoint.get("GetConversation", "/GetConversation", {
      query: { messageId: inQuery(MessageId) },
      success: Reply(Conversation),
    }).annotate(OpenApi.Summary, "Gives what the sender of a text and staff wrote to each other."),
    HttpApiEndpoint.post("AnswerReply", "/AnswerReply", {
      headers: commandHeaders,
      payload: AnswerReply,
      success: Done,
    }).annotate(OpenApi.Summary, "Answers a person’s text, from the number that it came to."),
    HttpApiEndpoint.get("GetLists", "/GetLists", { success: Reply(Schema.Array(PatientList)) }).annotate(
      OpenApi.Summary,
      "Lists the lists of patients.",
    ),
    HttpApiEndpoint.get("GetList", "/GetList", {
      query: { listId: inQuery(ListId) },
      success: Reply(PatientListDetail),
    }).annotate(OpenApi.Summary, "Gives one list with the imports that filled it."),
    HttpApiEndpoint.get("GetImports", "/GetImports", {
      query: { ...PageQuery, waiting: Schema.optionalKey(Schema.Literal("true")) },
      success: Reply(Schema.Array(Import)),
    }).annotate(OpenApi.Summary, "Lists the imports, the newest first; all of them, or those that wait for a person."),
    HttpApiEndpoint.get("GetImport", "/GetImport", {
      query: { importId: inQuery(ImportId) },
      success: Reply(ImportDetail),
    }).annotate(OpenApi.Summary, "Gives one import with what it will do, why rows are rejected, and its history."),
    HttpApiEndpoint.post("PreviewColumns", "/PreviewColumns", {
      payload: PreviewColumns,
      success: Reply(Schema.Array(RowPreview)),
    }).annotate(OpenApi.Summary, "Shows what the first rows of an uploaded file become by a mapping."),
    HttpApiEndpoint.post("UploadListFile", "/UploadListFile", {
      headers: commandHeaders,
      payload: Schema.Struct({}).pipe(
        HttpApiSchema.asMultipartStream({ maxFileSize: limits.fileBytes, maxTotalSize: limits.fileBytes }),
      ),
      success: Reply(Import),
    }).annotate(OpenApi.Summary, "Takes the file of a list of patients."),
    HttpApiEndpoint.post("CheckImport", "/CheckImport", {
      headers: versionedHeaders,
      payload: CheckImport,
      success: Reply(Import),
    }).annotate(OpenApi.Summary, "Maps the columns of an uploaded file and begins to check its rows."),
    HttpApiEndpoint.post("RunImport", "/RunImport", {
      headers: versionedHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }).annotate(OpenApi.Summary, "Begins to store the rows of a checked file."),
    HttpApiEndpoint.post("CancelImport", "/CancelImport", {
      headers: commandHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }).annotate(OpenApi.Summary, "Cancels an import and removes its file."),
    HttpApiEndpoint.get("DownloadRejectedRows", "/DownloadRejectedRows", {
      query: { importId: inQuery(ImportId) },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
    }).annotate(OpenApi.Summary, "Gives the rejected rows of an import as a file."),
  )
  .middleware(SignedIn)
  .prefix("/Database")
  .annotate(OpenApi.Description, "Patients, lists and imports.") {}
