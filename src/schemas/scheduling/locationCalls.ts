import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { versionedHeaders } from "../commands.ts"
import { HashedId } from "../ids.ts"
import { listQuery, Reply } from "../reply.ts"
import {
  ChangeLocationState,
  Location,
  LocationGroupCount,
  locationList,
  LocationSummary,
  SaveLocation,
} from "./location.ts"

/** The calls of locations (docs/policy.md#locations). */
export class LocationGroup extends HttpApiGroup.make("Location")
  .add(
    HttpApiEndpoint.get("GetLocations", "/GetLocations", {
      query: {
        ...listQuery(locationList),
        /** Only those of the group with this name. */
        group: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(40))),
      },
      success: Reply(Schema.Array(LocationSummary)),
    }).annotate(OpenApi.Summary, "Lists the locations."),
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
  )
  .middleware(SignedIn)
  .prefix("/Location")
  .annotate(OpenApi.Description, "The places where patients are seen.") {}
