import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { MakeCalendarFeed } from "./calendarFeed.ts"
import { HashedId } from "../ids.ts"
import { listQuery, Reply } from "../reply.ts"
import {
  ChangeLocationState,
  Location,
  LocationGroupCount,
  locationList,
  LocationPosition,
  LocationSummary,
  SaveLocation,
  Zip,
  ZipPosition,
} from "./location.ts"

/** Only those of the group with this name. */
const group = Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40)))

/** The calls of locations (docs/policy.md#locations). */
export class LocationGroup extends HttpApiGroup.make("Location")
  .add(
    HttpApiEndpoint.get("GetLocations", "/GetLocations", {
      query: {
        ...listQuery(locationList),
        group,
        /** With the miles from this ZIP code; nearest first where no other order is asked for. */
        near: Schema.optionalKey(Zip),
      },
      success: Reply(Schema.Array(LocationSummary)),
    }).annotate(OpenApi.Summary, "Lists the locations."),
    HttpApiEndpoint.get("GetLocationPositions", "/GetLocationPositions", {
      query: { ...Struct.pick(listQuery(locationList), ["search", "state"]), group },
      success: Reply(Schema.Array(LocationPosition)),
    }).annotate(OpenApi.Summary, "Says where the locations lie, all at once, for a map."),
    HttpApiEndpoint.get("GetZipPosition", "/GetZipPosition", {
      query: { zip: Zip },
      success: Reply(ZipPosition),
    }).annotate(OpenApi.Summary, "Says where a ZIP code lies."),
    HttpApiEndpoint.get("GetLocationDetail", "/GetLocationDetail", {
      query: { hashedId: HashedId },
      success: Reply(Location),
    }).annotate(OpenApi.Summary, "Gives one location with all that is set up for it."),
    HttpApiEndpoint.get("GetLocationGroups", "/GetLocationGroups", {
      success: Reply(Schema.Array(LocationGroupCount)),
    }).annotate(OpenApi.Summary, "Lists the groups of locations."),
    HttpApiEndpoint.post("SaveLocation", "/SaveLocation", {
      headers: versionedHeaders,
      payload: SaveLocation,
      success: Reply(Location),
    }).annotate(OpenApi.Summary, "Makes a location or changes it."),
    HttpApiEndpoint.post("ChangeState", "/ChangeState", {
      headers: versionedHeaders,
      payload: ChangeLocationState,
      success: Reply(Location),
    }).annotate(OpenApi.Summary, "Disables a location or enables it."),
    HttpApiEndpoint.post("MakeCalendarFeed", "/MakeCalendarFeed", {
      headers: versionedHeaders,
      payload: MakeCalendarFeed,
      success: Reply(Schema.Struct({ location: Location, address: Schema.String })),
    }).annotate(
      OpenApi.Summary,
      "Makes the address at which calendars read a location's appointments; an older one ends.",
    ),
    HttpApiEndpoint.post("WithdrawCalendarFeed", "/WithdrawCalendarFeed", {
      headers: versionedHeaders,
      payload: Schema.Struct({ hashedId: HashedId }),
      success: Reply(Location),
    }).annotate(OpenApi.Summary, "Ends the address at which calendars read a location's appointments."),
  )
  .middleware(SignedIn)
  .prefix("/Location")
  .annotate(OpenApi.Description, "The places where patients are seen.") {}
