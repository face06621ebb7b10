import { Effect } from "effect"
import type { ListParams, PageOf } from "#schemas/reply.ts"
import type { LocationAction, locationList, SaveLocation } from "#schemas/scheduling/location.ts"
import { LocationGroup } from "#schemas/scheduling/locationCalls.ts"
import { AppointmentGroup } from "#schemas/scheduling/appointmentCalls.ts"
import type { DaySpan } from "#schemas/scheduling/appointmentsAsked.ts"
import type { FeedNaming } from "#schemas/scheduling/calendarFeed.ts"
import { callApi } from "./ApiClient.ts"
import { commandHeaders, versionedHeaders } from "./commandHeaders.ts"
import { saveDownload } from "./saveDownload.ts"

/** What a list of locations is asked for: those of a group, with their distance from a ZIP code. */
type LocationParams = ListParams<typeof locationList> & { readonly group?: string; readonly near?: string }

/** The locations, a page at a time. */
export const readLocations = (params: LocationParams, page: PageOf) =>
  callApi(LocationGroup, (api) => api.GetLocations({ query: { ...params, ...page } }))

/** Where the locations lie that the list holds, all at once. */
export const readLocationPositions = (
  query: Omit<ListParams<typeof locationList>, "sort"> & { readonly group?: string },
) => callApi(LocationGroup, (api) => api.GetLocationPositions({ query }))

/** Where a ZIP code lies, and whose clock counts there. */
export const readZipPosition = (query: { readonly zip: string }) =>
  callApi(LocationGroup, (api) => api.GetZipPosition({ query }))

/** The groups that locations belong to. */
export const readLocationGroups = () => callApi(LocationGroup, (api) => api.GetLocationGroups({}))

/** One location with all that is set up for it; `NotFound` when there is none. */
export const readLocation = (query: { readonly hashedId: string }) =>
  callApi(LocationGroup, (api) => api.GetLocationDetail({ query }))

/** Saves a location; `version` is the one that was changed, 0 for a new one. `StaleVersion` when it was saved since. */
export const saveLocation = ({ version, ...payload }: SaveLocation & { readonly version: number }, commandId: string) =>
  Effect.map(
    callApi(LocationGroup, (api) =>
      api.SaveLocation({
        headers: payload.hashedId === null ? commandHeaders(commandId) : versionedHeaders(commandId, version),
        payload,
      }),
    ),
    ({ data }) => data,
  )

const change =
  (action: LocationAction) =>
  ({ hashedId, version }: { readonly hashedId: string; readonly version: number }, commandId: string) =>
    Effect.asVoid(
      callApi(LocationGroup, (api) =>
        api.ChangeState({ headers: versionedHeaders(commandId, version), payload: { hashedId, action } }),
      ),
    )

type Shared = { readonly hashedId: string; readonly version: number }

/**
 * Makes the address at which calendars read a location's appointments; gives it, once. It is sent without a key of its
 * own, because no answer with an address is kept: a repetition makes another one.
 */
export const shareCalendar = (naming: FeedNaming) => (location: Shared) =>
  Effect.map(
    callApi(LocationGroup, (api) =>
      api.MakeCalendarFeed({
        headers: { "if-match": String(location.version) },
        payload: { hashedId: location.hashedId, naming },
      }),
    ),
    ({ data }) => data.address,
  )

/** Ends the address at which calendars read a location's appointments. */
export const withdrawCalendar = ({ hashedId, version }: Shared, commandId: string) =>
  Effect.asVoid(
    callApi(LocationGroup, (api) =>
      api.WithdrawCalendarFeed({ headers: versionedHeaders(commandId, version), payload: { hashedId } }),
    ),
  )

/** Saves a location's appointments of some days as a calendar file. */
export const downloadCalendar = (query: DaySpan & { readonly locationHashedId: string }) =>
  saveDownload(
    callApi(AppointmentGroup, (api) => api.DownloadCalendar({ query, responseMode: "decoded-and-response" })),
    "appointments.ics",
  )

/** Offers nothing new at a location any more, and again. */
export const disableLocation = change("disable")
export const enableLocation = change("enable")
