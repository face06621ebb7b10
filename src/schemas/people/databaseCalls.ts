import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { commandHeaders, versionedHeaders } from "../commands.ts"
import { limits } from "../constants.ts"
import { ImportId, inQuery, ListId } from "../ids.ts"
import { Done, PageQuery, Reply } from "../reply.ts"
import { CheckImport, Import, Rejection } from "./import.ts"
import { Patient, PatientList, SearchPatients } from "./patient.ts"
import { DecideReply, UnclearReply } from "./unclearReply.ts"

/** The calls of patients, their lists and imports. */
export class DatabaseGroup extends HttpApiGroup.make("Database")
  .add(
    HttpApiEndpoint.get("GetCustomerPatientList", "/GetCustomerPatientList", {
      query: { ...PageQuery, listId: Schema.optionalKey(inQuery(ListId)) },
      success: Reply(Schema.Array(Patient)),
    }),
    HttpApiEndpoint.post("SearchPatients", "/SearchPatients", {
      query: PageQuery,
      payload: SearchPatients,
      success: Reply(Schema.Array(Patient)),
    }),
    HttpApiEndpoint.get("GetUnclearReplies", "/GetUnclearReplies", { success: Reply(Schema.Array(UnclearReply)) }),
    HttpApiEndpoint.post("DecideReply", "/DecideReply", {
      headers: commandHeaders,
      payload: DecideReply,
      success: Done,
    }),
    HttpApiEndpoint.get("GetLists", "/GetLists", { success: Reply(Schema.Array(PatientList)) }),
    HttpApiEndpoint.get("GetImports", "/GetImports", { query: PageQuery, success: Reply(Schema.Array(Import)) }),
    HttpApiEndpoint.get("GetImport", "/GetImport", {
      query: { importId: inQuery(ImportId) },
      success: Reply(Schema.Struct({ import: Import, rejections: Schema.Array(Rejection) })),
    }),
    HttpApiEndpoint.post("UploadListFile", "/UploadListFile", {
      headers: commandHeaders,
      payload: Schema.Struct({}).pipe(
        HttpApiSchema.asMultipartStream({ maxFileSize: limits.fileBytes, maxTotalSize: limits.fileBytes }),
      ),
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("CheckImport", "/CheckImport", {
      headers: versionedHeaders,
      payload: CheckImport,
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("RunImport", "/RunImport", {
      headers: versionedHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }),
    HttpApiEndpoint.post("CancelImport", "/CancelImport", {
      headers: commandHeaders,
      payload: Schema.Struct({ importId: ImportId }),
      success: Reply(Import),
    }),
    HttpApiEndpoint.get("DownloadRejectedRows", "/DownloadRejectedRows", {
      query: { importId: inQuery(ImportId) },
      success: HttpApiSchema.StreamUint8Array({ contentType: "text/csv" }),
    }),
  )
  .middleware(SignedIn)
  .prefix("/Database") {}
