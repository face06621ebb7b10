import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { DateOnly, HashedId } from "../ids.ts"
import { Done, listQuery, Reply } from "../reply.ts"
import {
  ChangeOutreachRunState,
  OutreachCalendar,
  OutreachRun,
  OutreachRunDetail,
  OutreachRunTimes,
  PlannedDate,
  SaveOutreachRun,
  SkipOccurrence,
} from "./outreachRun.ts"
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
  .add(
    HttpApiEndpoint.get("GetOutreachRuns", "/GetOutreachRuns", {
      query: { from: DateOnly, to: DateOnly },
      success: Reply(OutreachCalendar),
    }).annotate(OpenApi.Summary, "Gives the outreach runs with their dates of some days, and timed campaigns."),
    HttpApiEndpoint.get("GetOutreachRunDetail", "/GetOutreachRunDetail", {
      query: { hashedId: HashedId },
      success: Reply(OutreachRunDetail),
    }).annotate(OpenApi.Summary, "Gives one outreach run with its last dates, those to come, and its history."),
    HttpApiEndpoint.post("PreviewOutreachRun", "/PreviewOutreachRun", {
      payload: OutreachRunTimes,
      success: Reply(Schema.Array(PlannedDate)),
    }).annotate(OpenApi.Summary, "Says on which dates an outreach run would send."),
    HttpApiEndpoint.post("SaveOutreachRun", "/SaveOutreachRun", {
      headers: versionedHeaders,
      payload: SaveOutreachRun,
      success: Reply(OutreachRun),
    }).annotate(OpenApi.Summary, "Makes an outreach run or changes it."),
    HttpApiEndpoint.post("ChangeOutreachRunState", "/ChangeOutreachRunState", {
      headers: versionedHeaders,
      payload: ChangeOutreachRunState,
      success: Done,
    }).annotate(OpenApi.Summary, "Pauses, resumes or deletes an outreach run."),
    HttpApiEndpoint.post("SkipOccurrence", "/SkipOccurrence", {
      headers: versionedHeaders,
      payload: SkipOccurrence,
      success: Reply(OutreachRun),
    }).annotate(OpenApi.Summary, "Leaves out one date of an outreach run, or lets it take place after all."),
  )
  .middleware(SignedIn)
  .prefix("/Scheduler")
  .annotate(OpenApi.Description, "When appointments are offered at a location.") {}
