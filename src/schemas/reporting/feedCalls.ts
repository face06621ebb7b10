import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { SignedIn } from "../caller.ts"
import { Change } from "./feed.ts"

/** The call that stays open and says what changes. */
export class FeedGroup extends HttpApiGroup.make("Feed")
  .add(
    HttpApiEndpoint.get("GetChanges", "/GetChanges", {
      headers: { "last-event-id": Schema.optionalKey(Schema.String) },
      success: HttpApiSchema.StreamSse({ data: Change }),
    }).annotate(OpenApi.Summary, "Sends word of what changes, as server-sent events."),
  )
  .middleware(SignedIn)
  .prefix("/Feed")
  .annotate(OpenApi.Description, "What changes, as it changes.") {}
