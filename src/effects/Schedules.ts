import { Effect } from "effect"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import type { Replicate, SaveSchedule, scheduleList } from "#schemas/scheduling/schedule.ts"
import { SchedulerGroup } from "#schemas/scheduling/scheduleCalls.ts"
import { callApi } from "./ApiClient.ts"
import { versionedHeaders } from "./commandHeaders.ts"

/** The locations with the sections that are on and the seats left, a page at a time. */
export const readSchedulers = (params: ListParams<typeof scheduleList>, page: PageOf) =>
  callApi(SchedulerGroup, (api) => api.GetSchedulers({ query: { ...params, ...page } }))

/** The sections of one location with their slots of some days; `NotFound` when there is none. */
export const readSchedule = (query: {
  readonly hashedId: string
  readonly startDate: string
  readonly endDate: string
}) => callApi(SchedulerGroup, (api) => api.GetSchedulerDetails({ query }))

/** What replicating would add, keep and remove. */
export const previewReplicate = (payload: Replicate) =>
  callApi(SchedulerGroup, (api) => api.PreviewReplicate({ payload }))

/** Saves sections and edited days; gives the new version. `StaleVersion` when someone changed the schedule since. */
export const saveSchedule = (payload: SaveSchedule, version: number, commandId: string) =>
  Effect.map(
    callApi(SchedulerGroup, (api) => api.SaveScheduler({ headers: versionedHeaders(commandId, version), payload })),
    ({ data }) => data,
  )

/** Which schedule a deed is done to, and the version that was seen of it. */
export type SeenSchedule = { readonly hashedId: string; readonly version: number }

/** Copies the slots of a week to other days of a section. */
export const replicateSlots = (
  { version, replicate }: SeenSchedule & { readonly replicate: Replicate },
  commandId: string,
) =>
  Effect.asVoid(
    callApi(SchedulerGroup, (api) =>
      api.Replicate({ headers: versionedHeaders(commandId, version), payload: replicate }),
    ),
  )

/** Takes back what was done last to a schedule. */
export const undoSchedule = ({ hashedId, version }: SeenSchedule, commandId: string) =>
  Effect.asVoid(
    callApi(SchedulerGroup, (api) =>
      api.UndoScheduler({ headers: versionedHeaders(commandId, version), payload: { hashedId } }),
    ),
  )

/** Removes the slots that nobody has booked and switches all sections off. */
export const clearSchedule = ({ hashedId, version }: SeenSchedule, commandId: string) =>
  Effect.asVoid(
    callApi(SchedulerGroup, (api) =>
      api.DeleteScheduler({ headers: versionedHeaders(commandId, version), query: { hashedId } }),
    ),
  )
