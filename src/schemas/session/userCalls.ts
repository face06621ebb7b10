import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { BearerToken } from "../caller.ts"
import { LoginReply } from "./login.ts"

/** The login call (docs/policy.md#sign-in). */
export class UserGroup extends HttpApiGroup.make("User")
  .add(HttpApiEndpoint.post("login", "/login", { success: LoginReply }))
  .middleware(BearerToken)
  .prefix("/User") {}
