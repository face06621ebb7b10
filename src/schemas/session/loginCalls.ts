import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { BearerToken } from "../caller.ts"
import { LoginReply } from "./login.ts"

/** The login call (docs/policy.md#sign-in). */
export class LoginGroup extends HttpApiGroup.make("User")
  .add(
    HttpApiEndpoint.post("login", "/login", { success: LoginReply }).annotate(
      OpenApi.Summary,
      "Says who a token belongs to, and whether they may come in.",
    ),
  )
  .middleware(BearerToken)
  .prefix("/User")
  .annotate(OpenApi.Description, "Who comes in.") {}
