import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { DateOnly, HashedId } from "../ids.ts"
import { listQuery, Reply } from "../reply.ts"
import {
  Replicate,
  ReplicatePreview,
  SaveSchedule,
  ScheduleDetails,
  scheduleList,
  ScheduleSummary,
} from "./schedule.ts"

/** The calls of schedules (docs/policy.md#schedules). */
export class SchedulerGroup extends HttpApiGroup.make("Scheduler")
  .add(
    HttpApiEndpoint.get("GetSchedulers", "/GetSchedulers", {
      query: listQuery(scheduleList),
      success: Reply(Schema.Array(ScheduleSummary)),
    }).annotate(OpenApi.Summary, "Lists the locations with the sections that are on and the seats left."),
    HttpApiEndpoint.get("GetSchedulerDetails", "/GetSchedulerDetails", {
      query: { hashedId: HashedId, startDate: DateOnly, endDate: DateOnly },
      success: Reply(ScheduleDetails),
    }).annotate(OpenApi.Summary, "Gives the sections of a location with their slots of some days."),
    HttpApiEndpoint.post("PreviewReplicate", "/PreviewReplicate", {
      payload: Replicate,
      success: Reply(ReplicatePreview),
    }).annotate(OpenApi.Summary, "Says what replicating would add, keep and remove."),
    HttpApiEndpoint.post("Replicate", "/Replicate", {
      headers: versionedHeaders,
      payload: Replicate,
      success: Reply(ReplicatePreview),
    }).annotate(OpenApi.Summary, "Copies the slots of a week to other days of the section."),
    HttpApiEndpoint.post("SaveScheduler", "/SaveScheduler", {
      headers: versionedHeaders,
      payload: SaveSchedule,
      success: Reply(Schema.Struct({ version: Schema.Int })),
    }).annotate(OpenApi.Summary, "Saves the sections of a location and the slots of days that were edited."),
    HttpApiEndpoint.post("UndoScheduler", "/UndoScheduler", {
      headers: versionedHeaders,
      payload: Schema.Struct({ hashedId: HashedId }),
      success: Reply(Schema.Struct({ version: Schema.Int })),
    }).annotate(OpenApi.Summary, "Takes back what was done last to a schedule."),
    HttpApiEndpoint.delete("DeleteScheduler", "/DeleteScheduler", {
      headers: versionedHeaders,
      query: { hashedId: HashedId },
      success: Reply(Schema.Struct({ version: Schema.Int })),
    }).annotate(OpenApi.Summary, "Removes the slots that nobody has booked and switches all sections off."),
  )
  .middleware(SignedIn)
  .prefix("/Scheduler")
  .annotate(OpenApi.Description, "When appointments are offered at a location.") {}
