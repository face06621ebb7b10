import type { Requests } from "./contractRequests.ts"

/** The requests of session. */
export const requests: Requests = {
  "User.login": () => ({}),
}
